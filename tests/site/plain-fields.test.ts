import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { plainFields } from '../../src/lib/content/plain-fields.ts'

const head =
  'title: Review as diffs\ndate: 2026-02-19\ntags: [editor, code-review]\nauthor: mika-aoyama\n'

test.each([
  head,
  'title: 送信前に読む：差分の話\n',
  'title: It costs 10 %, as C# does; see example.com/a:b#c "here" [or] {there} & more\n',
  'title:   wide\n',
])('reads a plain head as YAML does: %j', (text) => {
  expect(plainFields(text)).toEqual(parse(text, { schema: 'core' }))
})

test.each([
  '',
  '\n',
  'title: True\n',
  'title: 12\n',
  'title: "quoted"\n',
  "title: 'quoted'\n",
  'title: one: two\n',
  'title: ends with:\n',
  'title: one # two\n',
  'title: one\t# two\n',
  'title: space at the end \n',
  'title: one\r\n',
  'title:one\n',
  'title:\n',
  'title: one\n  two\n',
  'title: one\n\ndate: 2026-02-19\n',
  'title: >\n  one\n',
  'title: *one\n',
  'tags: [editor, null]\n',
  'tags: [editor,]\n',
  'tags:\n  - editor\n',
  'tags: [Editor, "build"]\n',
  'draft: true\n',
  '# note\ntitle: one\n',
  'title: one\ntitle: two\n',
  '__proto__: one\n',
])('leaves another head to the parser: %j', (text) => {
  expect(plainFields(text)).toBeUndefined()
})
