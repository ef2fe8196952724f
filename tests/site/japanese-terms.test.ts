import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { otherTerms, spacedTerms } from '../../src/lib/japanese-terms.ts'

const root = path.join(import.meta.dirname, '../..')
const files = globSync('{protocol,widget,src,server}/**/messages/ja/**/*.ts', { cwd: root })

test.each(files)('%s has one term and one spelling for each concept', (file) => {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n')
  const found = lines.flatMap((line, at) =>
    [...otherTerms(line), ...spacedTerms(line)].map(
      (term) => `${at + 1}: ${term.found} → ${term.right}`,
    ),
  )
  expect(found).toEqual([])
})

test('reads the messages of every folder', () => {
  expect(files.length).toBeGreaterThan(40)
})

test.each([
  ['ブラウザーを閉じます', 'ブラウザ'],
  ['サーバの設定', 'サーバー'],
  ['アカウントを解約します', '削除'],
  ['新規登録はこちら', 'アカウントを作成'],
  ['QR コードを読み取る', 'QRコード'],
  ['「花屋」の責任者になる', '管理責任者'],
  ['招待を承認する', '承諾'],
  ['進み具合は30 %', '30%'],
  ['ここで Sable を使う', 'ここでSable'],
  ['ここで Sable を使う', 'Sableを'],
])('reports another spelling in %s', (text, right) => {
  const found = [...otherTerms(text), ...spacedTerms(text)]
  expect(found.map((term) => term.right)).toContain(right)
})

test('allows other words that only begin alike, and another one for cancelling a plan', () => {
  expect(otherTerms('プランの変更や解約はいつでもできます。')).toEqual([])
  expect(otherTerms('時間が経過したら、または経ってから、もう一度お試しください。')).toEqual([])
})
