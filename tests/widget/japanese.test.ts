import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { joinSentences } from '../../widget/src/ui/flows/join-sentences.ts'
import { allMessages } from '../../widget/src/messages/all-messages.ts'

const root = path.join(import.meta.dirname, '../..')
const folders = ['protocol', 'widget/src', 'widget/captcha', 'src/messages', 'server/forms']
const files = folders.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(folder, name)),
)

/** Brackets and marks of Latin script beside kana, and a space after a full stop. */
const WRONG = /[ぁ-んァ-ヶー][(?!]|[(][ぁ-んァ-ヶ]|。 |[一-龥][(][一-龥]|[ぁ-ん][)]/

/** Words for which all texts use another one. */
const OTHER = /アクティビティ|デバイス|(?<!その)他の|後で/

test('uses Japanese punctuation and one term for each concept in Japanese messages', () => {
  const wrong = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .filter((line) => WRONG.test(line) || OTHER.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(files.length).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

test('joins sentences with a space except in languages without spaces', () => {
  expect(
    joinSentences(allMessages.en.common, 'Used to sign in.', undefined, 'One change left.'),
  ).toBe('Used to sign in. One change left.')
  expect(
    joinSentences(allMessages.ja.common, 'サインインにも使えます。', 'あと1回変更できます。'),
  ).toBe('サインインにも使えます。あと1回変更できます。')
})
