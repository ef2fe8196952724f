import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { formEndpoints, groups, collectorEndpoints } from '#protocol/index.ts'

const own = path.basename(import.meta.filename)
const folder = path.join(import.meta.dirname, '..')
const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && path.basename(name) !== own)
  .map((name) => readFileSync(path.join(folder, name), 'utf8'))
  .join('\n')

const names = Object.values(groups).flatMap((rows) => Object.keys(rows))

test.each(names)('a test of the server calls the endpoint %s', (name) => {
  // Not `toMatch`: it would print all tests there are.
  expect(new RegExp(`call\\(\\s*${name}\\b|${name}\\.paths`).test(texts)).toBe(true)
})

test.each([...formEndpoints, ...collectorEndpoints].map(({ path: address }) => address))(
  'a test of the server posts to %s',
  (address) => {
    expect(texts.includes(`'${address}'`)).toBe(true)
  },
)
