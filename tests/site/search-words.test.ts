import { expect, test } from 'vitest'
import { hasWords, spelled } from '../../src/lib/search-words.ts'

test.each([
  ['Installing Sable takes a minute.', 'installation'],
  ['What keyboards can do', 'keyb'],
  ['A study of tests', 'testing study'],
  ['The IME asks first', 'ime'],
  ['日本語入力の記事', '日本語入力'],
  ['日本語で書き、入力する', '日本語の入力'],
  ['ﾌﾟﾗｲﾊﾞｼｰ', 'プライバシー'],
  ['Version 1.0.0', '1.0'],
  ['エディタの記事', 'エディター'],
])('finds a match in “%s” for “%s”', (text, term) => {
  expect(hasWords(text, term)).toBe(true)
})

test.each([
  ['impl AsRef<Path> for Name', 'refunds'],
  ["I'm sure it takes time", 'IME'],
  ['A keyboard', 'keyboard refund'],
  ['ブログとプログラム', 'ログイン'],
  ['皆さんに届けるために', 'にゃんにゃん'],
])('finds no match in “%s” for “%s”', (text, term) => {
  expect(hasWords(text, term)).toBe(false)
})

test.each([
  ['ﾌﾟﾗｲﾊﾞｼｰ', 'プライバシ'],
  ['エディター', 'エディタ'],
  ['キー', 'キー'],
  ['エラー', 'エラー'],
  ['サーバー', 'サーバ'],
  ['ユーザー名', 'ユーザ名'],
  ['データ', 'データ'],
  ['Ｄｉｆｆ', 'Diff'],
  ['Login page', 'sign in page'],
  ['ログイン', 'サインイン'],
  ['ブログイン', 'ブログイン'],
  ['クッキー', 'Cookie'],
])('searches for “%s” as “%s”', (typed, searched) => {
  expect(spelled(typed)).toBe(searched)
})
