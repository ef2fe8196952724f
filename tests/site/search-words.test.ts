import { expect, test } from 'vitest'
import { hasWords } from '../../src/lib/search-words.ts'

test.each([
  ['Installing Sable takes a minute.', 'installation'],
  ['What keyboards can do', 'keyb'],
  ['A study of tests', 'testing study'],
  ['The IME asks first', 'ime'],
  ['日本語入力の記事', '日本語入力'],
  ['日本語で書き、入力する', '日本語の入力'],
  ['ﾌﾟﾗｲﾊﾞｼｰ', 'プライバシー'],
  ['Version 1.0.0', '1.0'],
])('finds in “%s” what “%s” asks for', (text, term) => {
  expect(hasWords(text, term)).toBe(true)
})

test.each([
  ['impl AsRef<Path> for Name', 'refunds'],
  ["I'm sure it takes time", 'IME'],
  ['A keyboard', 'keyboard refund'],
  ['ブログとプログラム', 'ログイン'],
  ['皆さんに届けるために', 'にゃんにゃん'],
])('does not take “%s” for what “%s” asks for', (text, term) => {
  expect(hasWords(text, term)).toBe(false)
})
