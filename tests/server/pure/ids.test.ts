import { expect, test } from 'vitest'
import { createIds } from '../../../server/accounts/ids.ts'

test('creates ascending, unique ids that fit a JSON number', () => {
  let now = Date.UTC(2026, 10, 21)
  const makeId = createIds(() => now, 63)
  const ids = Array.from({ length: 500 }, (_, at) => {
    if (at === 250) now -= 10_000
    return makeId()
  })
  expect(new Set(ids).size).toBe(500)
  expect(ids.map(Number)).toEqual(ids.map(Number).toSorted((one, other) => one - other))
  for (const id of ids) {
    expect(Number.isSafeInteger(Number(id))).toBe(true)
    expect(String(Number(id))).toBe(id)
  }
})
