import { expect, test } from 'vitest'
import { readContent } from '../../src/lib/content/check.ts'
import { formatProblem } from '../../src/lib/content/problems.ts'
import { checkSpelling } from '../../src/lib/content/spelling.ts'
import { type Files, post, project } from './written-content.ts'

function spellingOf(files: Files): string[] {
  const { root, remove } = project(files)
  const problems = checkSpelling(root, readContent(root).files).map(formatProblem)
  remove()
  return problems.map((problem) => problem.replace('src/content/', ''))
}

test('finds nothing wrong with the texts of the site', () => {
  expect(checkSpelling('.', readContent('.').files).map(formatProblem)).toEqual([])
})

test('names line and likely word of a slip, once for each text', () => {
  const body = 'We recieve it.\n\nThen we recieve more, definately.'
  expect(spellingOf({ 'blog/en/x.md': post({ title: 'A languge' }, body) })).toEqual([
    'blog/en/x.md:2 title: "languge" is not in the dictionary: did you mean language? If it is right, add it to src/content/words.txt',
    'blog/en/x.md:9 spelling: "recieve" is not in the dictionary: did you mean receive or relieve? If it is right, add it to src/content/words.txt',
    'blog/en/x.md:11 spelling: "definately" is not in the dictionary: did you mean definitely? If it is right, add it to src/content/words.txt',
  ])
})

test.each([
  [
    'code over lines, and notes',
    'Run `npm run\nrecieve` <!-- adress\nof --> it.\n\n<!-- definately\n\nlater -->',
  ],
  ['code', '`recieve` and ``a ` recieve``\n\n```ts\nconst recieve = 1\n```'],
  ['addresses', '[a link](/blog/other#recieve) and https://example.com/recieve, recieve@b.example'],
  ['names of files', 'Open src/recieve/adress.ts and adress.json, then run it.'],
  ['names with capitals, and abbreviations', 'On macOS, TLS and IPv6 of README and SQLite.'],
  ['apostrophes of both kinds', "It's the editor's, don’t you think? The editors' colour."],
  ['numbers with units', 'It takes 12ms or 3rd place.'],
  ['other scripts', 'The words 索引 and さくいん are one.'],
])('leaves %s alone', (_name, body) => {
  expect(spellingOf({ 'blog/en/x.md': post({}, body) })).toEqual([])
})

test('leaves the head of a text alone whose head has no end', () => {
  expect(spellingOf({ 'blog/en/x.md': post().replace('\n---\n\n', '\n--\n\n') })).toEqual([])
})

test('takes the words of the project, also at the start of a sentence', () => {
  const files = { 'blog/en/x.md': post({}, 'Keymaps are ours, and so is Frobnik.') }
  expect(spellingOf(files)).toHaveLength(2)
  expect(spellingOf({ ...files, 'words.txt': '# Names\nFrobnik\nkeymaps\n' })).toEqual([])
})

test('finds letters of the wrong width in Japanese', () => {
  const files = { 'blog/ja/other.md': post({}, 'Ｓａｂｌｅのﾌｧｲﾙは`ＡＢＣ`です。') }
  expect(spellingOf(files)).toEqual([
    'blog/ja/other.md:9 spelling: "Ｓａｂｌｅ" is full-width: write Sable. If it is right, add it to src/content/words.txt',
    'blog/ja/other.md:9 spelling: "ﾌｧｲﾙ" is half-width: write ファイル. If it is right, add it to src/content/words.txt',
  ])
})
