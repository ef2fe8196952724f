import { expect, test } from 'vitest'
import { snippetOf } from '../../src/lib/search-snippet.ts'

function written(content: string, title: string, term: string, lang = 'en'): string {
  return snippetOf(content, { title, term, lang })
    .map(({ text, isFind }) => (isFind ? `[${text}]` : text))
    .join('')
}

test('begins with the sentence that contains the term, and marks it', () => {
  const text =
    'Cookie Policy. The site keeps little. We set seven cookies, all of them for signing in. They end with the session.'
  expect(written(text, 'Cookie Policy', 'cookie')).toBe(
    'We set seven [cookies], all of them for signing in. They end with the session.',
  )
})

test('does not repeat the title', () => {
  const text = 'Designing diffs. A change deserves to be read, whoever made it.'
  expect(written(text, 'Designing diffs', 'designing')).toBe(
    'A change deserves to be read, whoever made it.',
  )
})

test('cuts between words, on both sides of a match far inside', () => {
  const text = `${'Words and words '.repeat(30)}then a hunk of the diff ${'and more words '.repeat(30)}.`
  const snippet = written(text, 'Title', 'hunk')
  expect(snippet).toMatch(/^…(?:Words|words|and) .* \[hunk\] .*(?:and|more|words)…$/)
  expect(snippet.length).toBeLessThan(190)
})

test('prefers the sentence with all terms', () => {
  const text = 'An index is small. Keys matter. The index of keys is rebuilt at night. An end.'
  expect(written(text, 'T', 'index keys')).toMatch(/^The \[index\] of \[keys\] is/)
})

test('cuts Japanese between its words, and marks other spellings', () => {
  const text = `サインインの話。${'ブラウザーはコードを一度だけ読みます。'.repeat(12)}`
  const snippet = written(text, 'サインインの話', 'ブラウザ', 'ja')
  expect(snippet).toMatch(/^\[ブラウザー\]はコードを一度だけ読みます。/)
  expect(snippet).toMatch(/…$/)
  expect(snippet.length).toBeLessThan(140)
  expect(written('ここにサインインできます。', '', 'ログイン', 'ja')).toBe(
    'ここに[サインイン]できます。',
  )
})

test('ends Japanese headings, which the index ends with a Latin full stop, as sentences', () => {
  const text = '要点. このサイトはアカウントがなくても読めます。版. 1.0と2.0があります。'
  expect(written(text, '', 'サイト', 'ja')).toBe(
    'この[サイト]はアカウントがなくても読めます。版。1.0と2.0があります。',
  )
})
