// Every mistake an editor can make in the lists beside the texts, with all that is said about it.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Files, saidAbout } from './written-content.ts'

const plans = readFileSync('src/content/plans.json', 'utf8')
const computer = '"system": "linux", "processor": "x64"'

/** The topic that each project uses, and on line 3 another. */
function topics(another: string): Files {
  return { 'tags.json': `{\n  "editor": { "en": "E", "ja": "う" },\n  ${another}\n}\n` }
}

/** A list with one build, whose fields begin on line 2. */
function build(fields: string): Files {
  return { 'builds.json': `{\n  "linux-x64": { ${fields} }\n}\n` }
}

test.each<[name: string, files: Files, said: string]>([
  [
    'a topic whose key is no part of an address',
    topics('"Acc Ounts": { "en": "A", "ja": "あ" }'),
    'tags.json:3 Acc Ounts: is not a key: use lower-case letters, digits, and hyphens between them only, with a letter, for example acc-ounts',
  ],
  [
    'a topic with a number for a key',
    topics('"2026": { "en": "A", "ja": "あ" }'),
    'tags.json:3 2026: is not a key: use lower-case letters, digits, and hyphens between them only, with a letter, for example two-words',
  ],
  [
    'a list without entries',
    { 'authors.json': '{}\n' },
    'authors.json:1 authors.json: is empty: put its entries back, as the site is made from them',
  ],
  [
    'quotation marks of a word processor',
    topics('“ai”: { "en": "A", "ja": "あ" }'),
    'tags.json:3 tags.json: “ is no quotation mark here: write " in its place',
  ],
  [
    'a text that does not end',
    topics('"ai": { "en": "A, "ja": "あ" }'),
    'tags.json:3 tags.json: does not understand ja": put a text between two ", and write a number alone',
  ],
  [
    'a text whose last quotation mark is missing on its line',
    topics('"ai": { "ja": "あ", "en": "A }'),
    'tags.json:3 tags.json: a quotation mark is missing: end what begins with " with another " on the same line',
  ],
  [
    'a sign of money before a number',
    topics('"ai": $20'),
    'tags.json:3 tags.json: does not understand $20: put a text between two ", and write a number alone',
  ],
  [
    'a topic twice',
    {
      'tags.json':
        '{\n  "editor": { "en": "A", "ja": "あ" },\n  "ai": { "en": "B", "ja": "い" },\n  "editor": { "en": "C", "ja": "う" }\n}\n',
    },
    'tags.json:4 editor: stands here a second time: keep one of the two',
  ],
  [
    'an author twice, and a biography in English twice',
    {
      'authors.json': `{
  "mika-aoyama": { "name": "M", "role": { "en": "E", "ja": "あ" }, "bio": { "en": "E", "ja": "あ" } },
  "mika-aoyama": {
    "name": "M",
    "role": { "en": "E", "ja": "あ" },
    "bio": { "en": "E", "ja": "あ",
      "en": "F" }
  }
}
`,
    },
    `authors.json:3 mika-aoyama: stands here a second time: keep one of the two
authors.json:7 en: stands here a second time: keep one of the two`,
  ],
  [
    'a word for an author',
    { 'authors.json': '{\n  "mika-aoyama": "Mika"\n}\n' },
    'authors.json:2 mika-aoyama: is not a group of fields: write it between { and }, as elsewhere',
  ],
  [
    'a text for a price, and one that is less than nothing',
    {
      'plans.json': plans
        .replace('"monthly": 20', '"monthly": "20"')
        .replace('"yearly": 3900', '"yearly": -1'),
    },
    `plans.json:6 pro.prices.USD.monthly: is not a number: write digits without quotation marks, for example 20
plans.json:10 team.prices.JPY.yearly: is less than 0: write 0 or more`,
  ],
  [
    'a price that is not there, and a word for true',
    {
      'plans.json': plans
        .replace('"monthly": 20, ', '')
        .replace('"perSeat": true', '"perSeat": "yes"'),
    },
    `plans.json:6 pro.prices.USD.monthly: is missing: write digits without quotation marks, for example 20
plans.json:9 team.perSeat: is neither true nor false: write true, or leave it out`,
  ],
  [
    'a slip in a field of a plan, and a currency that we do not take',
    {
      'plans.json': plans
        .replace('"perSeat"', '"perSeats"')
        .replace('"USD": { "monthly": 20', '"EUR": 1, "USD": { "monthly": 20'),
    },
    `plans.json:6 pro.prices.EUR: is not a field we know: correct its name or remove the line
plans.json:9 team.perSeats: is not a field we know: did you mean perSeat? Correct its name or remove the line`,
  ],
  [
    'a plan that has another name',
    { 'plans.json': plans.replace('"pro"', '"prof"') },
    'plans.json:1 pro: is missing: the page of prices shows solo, pro, team',
  ],
  [
    'a comma too much among the plans',
    { 'plans.json': plans.replace(/\n}\s*$/, ',\n}\n') },
    'plans.json:11 plans.json: there is a comma after the last entry: remove it',
  ],
  [
    'a system that we do not know, and a processor that is not there',
    build('"system": "beos", "file": "a.zip"'),
    `builds.json:2 linux-x64.system: is not a name we know: write one of macos, windows, linux
builds.json:2 linux-x64.processor: is missing: write one of arm64, x64`,
  ],
  [
    'a build without a file',
    build(computer),
    'builds.json:2 linux-x64.file: is missing: write the name of a file in public/downloads',
  ],
  [
    'a build in another folder',
    build(`${computer}, "file": "../a.zip"`),
    'builds.json:2 linux-x64.file: is not the name of one file: write the name of a file in public/downloads',
  ],
  [
    'a slip in the name of a build',
    { ...build(`${computer}, "file": "sabel.zip"`), '../../public/downloads/sable.zip': 'x' },
    'builds.json:2 linux-x64.file: sabel.zip is not in public/downloads: did you mean sable.zip? Put the file there, or correct its name',
  ],
  [
    'all that can be wrong with a build elsewhere',
    build(`${computer}, "url": "http://example.com/a", "bytes": 1.5, "sha256": "abc", "x": 1`),
    `builds.json:2 linux-x64.url: is not an address: write one that begins with https://
builds.json:2 linux-x64.bytes: is not a whole number: write how many bytes the file has
builds.json:2 linux-x64.sha256: is not a hash: write the 64 letters and digits that sha256sum prints for the file
builds.json:2 linux-x64.x: is not a field we know: correct its name or remove the line`,
  ],
  [
    'a size that is none',
    build(
      `${computer}, "url": "https://example.com/a.zip", "bytes": 0, "sha256": "${'a'.repeat(64)}"`,
    ),
    'builds.json:2 linux-x64.bytes: is not more than 0: write how many bytes the file has',
  ],
])('names file, line, field and remedy of %s', (_name, files, said) => {
  expect(saidAbout(files)).toEqual(said.split('\n'))
})
