import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { errorMessages as enErrors } from '#protocol/messages/en/errors.ts'
import { errorMessages as jaErrors } from '#protocol/messages/ja/errors.ts'
import { errorMessages as zhErrors } from '#protocol/messages/zh/errors.ts'
import { messages as en } from '../../widget/src/messages/en.ts'
import { messages as ja } from '../../widget/src/messages/ja.ts'
import { messages as zh } from '../../widget/src/messages/zh.ts'

const folder = path.resolve('widget/src/messages')

/** All that is said, by where it stands; functions are asked with a number, which every one takes. */
function sentences(said: unknown, place = ''): [place: string, text: string][] {
  if (typeof said === 'string') return [[place, said]]
  if (typeof said === 'function') return [[place, String(Reflect.apply(said, undefined, [7, 7]))]]
  return said instanceof Object
    ? Object.entries(said).flatMap(([name, inner]) => sentences(inner, `${place}.${name}`))
    : []
}

/** Tables that come with later screens: every language in one. */
async function laterTables(): Promise<Record<string, Record<'en' | 'ja' | 'zh', unknown>>> {
  const tables: Record<string, Record<'en' | 'ja' | 'zh', unknown>> = {}
  for (const file of readdirSync(folder)) {
    const module: object = await import(pathToFileURL(path.join(folder, file)).href)
    for (const [name, value] of Object.entries(module)) {
      if (value instanceof Object && 'ja' in value && 'zh' in value && 'en' in value) {
        if (typeof value.en !== 'function') tables[name] = value
      }
    }
  }
  return tables
}

const tables = {
  messages: { en, ja, zh },
  errors: { en: enErrors, ja: jaErrors, zh: zhErrors },
  ...(await laterTables()),
}

// What people know by these letters everywhere.
const borrowed =
  /QR|SMS|JPEG|PNG|WebP|GIF|MB|Cookie|GitHub|Google|name@example\.com|\d+ ?[a-z]{1,2}\b/g

for (const [name, table] of Object.entries(tables)) {
  for (const language of ['ja', 'zh'] as const) {
    test(`leaves no English in ${name} in ${language}, and says everything`, () => {
      const english = sentences(table.en)
      const other = sentences(table[language])
      expect(other.map(([place]) => place)).toEqual(english.map(([place]) => place))
      const left = other.filter(([, text]) => /[A-Za-z]{2}/.test(text.replaceAll(borrowed, '')))
      expect(left).toEqual([])
      expect(other.filter(([, text]) => text.trim() === '')).toEqual([])
    })
  }
}

test('looks every table up where a page may have put its own words in its place', () => {
  const source = path.resolve('widget/src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /^(?:flows|screens|ui)\b.*\.tsx?$/.test(file) && !file.endsWith('states.ts'),
  )
  const bare = files.filter((file) =>
    /Texts\[(?!')/.test(readFileSync(path.join(source, file), 'utf8')),
  )
  expect(bare).toEqual([])
})

test('speaks of signing in and of accounts with one word each', () => {
  const japanese = Object.values(tables).flatMap((table) => sentences(table.ja))
  const chinese = Object.values(tables).flatMap((table) => sentences(table.zh))
  expect(japanese.filter(([, text]) => text.includes('ログイン'))).toEqual([])
  expect(chinese.filter(([, text]) => /帐号|你/.test(text))).toEqual([])
})
