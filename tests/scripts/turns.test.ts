import { expect, test } from 'vitest'
import { createTurns } from '../../scripts/lib/turns.ts'

test('writes one text after another, whatever order they come in', () => {
  const written: string[] = []
  const turns = createTurns((text) => void written.push(text))
  const [one, two, three] = ['one:', 'two:', 'three:'].map((heading) => turns.next(heading))
  two?.write(' b')
  one?.write(' a')
  expect(written.join('')).toBe('one: a')
  two?.end()
  three?.write(' c')
  one?.write(' A')
  expect(written.join('')).toBe('one: a A')
  one?.end()
  expect(written.join('')).toBe('one: a Atwo: bthree: c')
  three?.write(' C')
  three?.end()
  expect(written.join('')).toBe('one: a Atwo: bthree: c C')
})
