import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { baseWordOf, brokenRule } from '../../../server/passwords/password-rules.ts'

const file = new URL('../../../server/passwords/common-words.txt', import.meta.url)
const words = readFileSync(file, 'utf8').trim().split(/\s+/)

test('are thousands, sorted and unique', () => {
  expect(words.length).toBeGreaterThan(3000)
  expect(words).toEqual([...new Set(words)].toSorted())
})

test('are rejected with common substitutions', () => {
  const disguises = [
    (word: string) => `${word}2026!!!!!`,
    (word: string) => `123${word.toUpperCase()}_2026`,
    (word: string) => `$$${word}${word}99`,
  ]
  const letters = words.filter((word) => /\p{L}/u.test(word))
  const missed = letters.flatMap((word) =>
    disguises
      .map((disguise) => disguise(word))
      .filter((password) => brokenRule(password, 8, []) === undefined),
  )
  expect(missed).toEqual([])
})

test.each([
  'correct horse battery',
  'seven quiet otters',
  'Übermäßig-grün 17',
  '桜並木を歩く朝の犬',
])('do not reject the phrase %s', (phrase) => {
  expect(brokenRule(phrase, 8, [])).toBeUndefined()
})

test('are stored without substitutions, and digits unchanged', () => {
  const odd = words.filter((word) =>
    /\p{L}/u.test(word) ? baseWordOf(word) !== word : word.length < 8,
  )
  expect(odd).toEqual([])
  expect(brokenRule('11223344', 8, [])).toBe('too_common')
})
