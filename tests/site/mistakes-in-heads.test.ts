// Every mistake an editor can make in the head of a post, with all that is said about it.
import { beforeAll, expect, test } from 'vitest'
import { type Files, post, saidAbout, somePictures } from './written-content.ts'

let pictures: Files = {}

beforeAll(async () => {
  pictures = await somePictures()
})

test.each<[name: string, head: Record<string, string | undefined>, said: string]>([
  [
    'no title',
    { title: undefined },
    '1 title: is missing: write the headline, for example title: Faster search',
  ],
  [
    'an empty title',
    { title: '""' },
    '2 title: is empty: write the headline, for example title: Faster search',
  ],
  [
    'a title without a value',
    { title: '' },
    '2 title: is missing: write the headline, for example title: Faster search',
  ],
  ['a number as title', { title: '2026' }, '2 title: is not text: put it between quotation marks'],
  [
    'a title that is too long',
    {
      title:
        'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    },
    '2 title: has 104 characters, at most 90 fit: shorten it by 14',
  ],
  [
    'a colon in a title',
    { title: 'Sable 1.0: what is new' },
    '2 title: there is a colon in the value: put the whole value between quotation marks',
  ],
  [
    'a quotation mark that is not closed',
    { title: '"Sable' },
    '2 title: the quotation mark " is not closed: put another at the end of the value',
  ],
  [
    'an apostrophe that is not closed',
    { title: "'Sable" },
    "2 title: the quotation mark ' is not closed: put another at the end of the value",
  ],
  [
    'more after a quotation',
    { title: '"Sable" is here' },
    '2 title: there is more after the second ": put the whole value between two \'',
  ],
  [
    'a title with @ first',
    { title: '@sable' },
    '2 title: a value cannot begin with @: put the whole value between quotation marks',
  ],
  [
    'a title with * first',
    { title: '*Bold* title' },
    '2 title: a value cannot begin with *: put the whole value between quotation marks',
  ],
  [
    'a title between *',
    { title: '*Faster*' },
    '2 title: a value cannot begin with *: put the whole value between quotation marks',
  ],
  [
    'a title of which & would take a word',
    { title: '&a b' },
    '2 title: a value cannot begin with &: put the whole value between quotation marks',
  ],
  [
    'a name for another value, and a slip in an author',
    { description: '*a', author: 'mika-aoyma', tags: '[*b, editor]' },
    `3 description: a value cannot begin with *: put the whole value between quotation marks
5 author: "mika-aoyma" is not in src/content/authors.json: did you mean mika-aoyama? Use one of mika-aoyama, tomas-lindqvist, ines-carvalho, daniel-okafor, or add the person there
6 tags: a value cannot begin with *: put the whole value between quotation marks`,
  ],
  [
    'a title with % first',
    { title: '% of' },
    '2 title: a value cannot begin with %: put the whole value between quotation marks',
  ],
  [
    'a title with code first',
    { title: '`code` first' },
    '2 title: a value cannot begin with `: put the whole value between quotation marks',
  ],
  [
    'a title with & first',
    { title: '& more' },
    '2 title: a value cannot begin with &: put the whole value between quotation marks',
  ],
  [
    'a # in a title',
    { title: 'C # is' },
    '2 title: all after # is left out: put the whole value between quotation marks',
  ],
  [
    'a title with ! first',
    { title: '! now' },
    '2 title: a value cannot begin with !: put the whole value between quotation marks',
  ],
  [
    'a title with > first',
    { title: '> now' },
    '2 title: a value cannot begin with >: put the whole value between quotation marks',
  ],
  [
    'a day in German order',
    { date: '21.11.2026' },
    '4 date: "21.11.2026" is not a day of the calendar: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'a day in American order',
    { date: '11/21/2026' },
    '4 date: "11/21/2026" is not a day of the calendar: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'a day in words',
    { date: 'November 21, 2026' },
    '4 date: "November 21, 2026" is not a day of the calendar: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'no day',
    { date: undefined },
    '1 date: is missing: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'a day that does not exist',
    { date: '2026-02-30' },
    '4 date: "2026-02-30" is not a day of the calendar: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'a day with a time',
    { date: '2026-11-21T10:00:00Z' },
    '4 date: "2026-11-21T10:00:00Z" is not a day of the calendar: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'a year alone',
    { date: '2026' },
    '4 date: is not a day: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'a slip in an author',
    { author: 'mika-aoyma' },
    '5 author: "mika-aoyma" is not in src/content/authors.json: did you mean mika-aoyama? Use one of mika-aoyama, tomas-lindqvist, ines-carvalho, daniel-okafor, or add the person there',
  ],
  [
    'an author between brackets',
    { author: '[mika-aoyama]' },
    '5 author: is not text: write it without [ and ]',
  ],
  [
    'the name of an author',
    { author: 'Mika Aoyama' },
    '5 author: "Mika Aoyama" is not in src/content/authors.json: did you mean mika-aoyama? Use one of mika-aoyama, tomas-lindqvist, ines-carvalho, daniel-okafor, or add the person there',
  ],
  [
    'an unknown author',
    { author: 'somebody' },
    '5 author: "somebody" is not in src/content/authors.json: use one of mika-aoyama, tomas-lindqvist, ines-carvalho, daniel-okafor, or add the person there',
  ],
  [
    'no author',
    { author: undefined },
    '1 author: is missing: write a key of src/content/authors.json',
  ],
  [
    'a slip in a topic',
    { tags: '[editr]' },
    '6 tags: "editr" is not in src/content/tags.json: did you mean editor? Use one of accessibility, accounts, ai, architecture, build, design, editor, i18n, ime, indexing, keyboard, performance, privacy, product, release, review, security, solo, testing, themes, or name the topic there in both languages',
  ],
  [
    'an unknown topic',
    { tags: '[cooking]' },
    '6 tags: "cooking" is not in src/content/tags.json: use one of accessibility, accounts, ai, architecture, build, design, editor, i18n, ime, indexing, keyboard, performance, privacy, product, release, review, security, solo, testing, themes, or name the topic there in both languages',
  ],
  [
    'a topic with a capital',
    { tags: '[Editor]' },
    '6 tags: "Editor" is not in src/content/tags.json: did you mean editor? Use one of accessibility, accounts, ai, architecture, build, design, editor, i18n, ime, indexing, keyboard, performance, privacy, product, release, review, security, solo, testing, themes, or name the topic there in both languages',
  ],
  [
    'a topic without brackets',
    { tags: 'editor' },
    '6 tags: is not a list: write it between square brackets, for example [editor, review]',
  ],
  ['no topics', { tags: '[]' }, '6 tags: is empty: name at least one topic, for example [editor]'],
  [
    'a list that is not closed',
    { tags: '[editor' },
    '6 tags: the list is not closed: end it with ], for example [editor, review]',
  ],
  [
    'topics without brackets',
    { tags: 'editor, review' },
    '6 tags: is not a list: write it between square brackets, for example [editor, review]',
  ],
  [
    'a topic twice',
    { tags: '[editor, editor]' },
    '6 tags: names a topic twice: remove one of the two',
  ],
  [
    'seven topics',
    { tags: '[ai, build, design, editor, i18n, ime, review]' },
    '6 tags: has more than six topics: keep the important ones',
  ],
  [
    'a number as topic',
    { tags: '[1]' },
    '6 tags.0: is not text: write keys of src/content/tags.json',
  ],
  [
    'a slip in a field',
    { discription: 'x' },
    '7 discription: is not a field we know: did you mean description? Correct its name or remove the line',
  ],
  [
    'a field with a capital',
    { Draft: 'true' },
    '7 Draft: is not a field we know: did you mean draft? Correct its name or remove the line',
  ],
  [
    'an unknown field',
    { colour: 'red' },
    '7 colour: is not a field we know: correct its name or remove the line',
  ],
  [
    'a field missing for a slip',
    { description: undefined, discription: 'x' },
    '1 description: is missing: write one or two sentences that say what the reader gets\n6 discription: is not a field we know: did you mean description? Correct its name or remove the line',
  ],
  [
    'yes for true',
    { draft: 'yes' },
    '7 draft: is neither true nor false: write draft: true, or leave the line out',
  ],
  [
    'true in quotation marks',
    { draft: '"true"' },
    '7 draft: is neither true nor false: write draft: true, or leave the line out',
  ],
  [
    'a change before the day of publication',
    { updated: '2026-11-20' },
    '7 updated: 2026-11-20 is before the day of publication, 2026-11-21: correct one of the two',
  ],
  [
    'a day in the future',
    { updated: '2962-11-20' },
    '7 updated: 2962-11-20 has not come yet: write the day on which the text last changed',
  ],
  [
    'a word for a day',
    { updated: 'soon' },
    '7 updated: "soon" is not a day of the calendar: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'a day without a value',
    { updated: '' },
    '7 updated: is missing: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'a cover that is not there',
    { cover: '../pictures/nothing.png', coverAlt: 'A diff' },
    '7 cover: there is no picture nothing.png in src/content/blog/pictures: put the file there, or correct its name',
  ],
  [
    'a slip in a cover',
    { cover: '../pictures/godo.png', coverAlt: 'A diff' },
    '7 cover: there is no picture godo.png in src/content/blog/pictures: did you mean good.png? Put the file there, or correct its name',
  ],
  [
    'a cover without description',
    { cover: '../pictures/good.png' },
    '1 coverAlt: is missing: write what the cover shows, for somebody who cannot see it',
  ],
  [
    'an empty description',
    { cover: '../pictures/good.jpg', coverAlt: '""' },
    '8 coverAlt: is empty: write what the cover shows, for somebody who cannot see it',
  ],
  [
    'a description that says nothing',
    { cover: '../pictures/good.jpg', coverAlt: 'image' },
    '8 coverAlt: "image" does not describe ../pictures/good.jpg: write what it shows, for somebody who cannot see it',
  ],
  [
    'a description without cover',
    { coverAlt: 'A diff' },
    '7 coverAlt: describes a cover that is not there: add the cover, or remove the line',
  ],
  [
    'a small cover',
    { cover: '../pictures/small.png', coverAlt: 'A' },
    '7 cover: ../pictures/small.png is 800 × 420 pixels, too small: take a landscape picture of 1200 × 630 or, better, 1600 × 900',
  ],
  [
    'a square cover',
    { cover: '../pictures/high.png', coverAlt: 'A' },
    '7 cover: ../pictures/high.png is 1300 × 1300 pixels, too high for its width: take a landscape picture of 1200 × 630 or, better, 1600 × 900',
  ],
  [
    'a cover like a ribbon',
    { cover: '../pictures/wide.webp', coverAlt: 'A' },
    '7 cover: ../pictures/wide.webp is 3000 × 700 pixels, too wide for its height: take a landscape picture of 1200 × 630 or, better, 1600 × 900',
  ],
  [
    'a cover of too many pixels',
    { cover: '../pictures/huge.png', coverAlt: 'A' },
    '7 cover: huge.png is 4100 × 2200 pixels: make it at most 4000 wide and high',
  ],
  [
    'a cover of too many bytes',
    { cover: '../pictures/heavy.png', coverAlt: 'A' },
    '7 cover: heavy.png is 2.4 MB: make it smaller than 2.0 MB, for example as .jpg or .webp',
  ],
  [
    'a cover that is no picture',
    { cover: '../pictures/words.png', coverAlt: 'A' },
    '7 cover: words.png cannot be read as a picture: save it again as .png, .jpg or .webp',
  ],
  ...['half.png', 'half.jpg', 'half.webp'].map((name): [string, Record<string, string>, string] => [
    `a cover that is cut off, ${name}`,
    { cover: `../pictures/${name}`, coverAlt: 'A diff' },
    `7 cover: ${name} is cut off before its end: copy it here again, or save it anew`,
  ]),
  [
    'a cover of another kind',
    { cover: '../pictures/moving.gif', coverAlt: 'A' },
    '7 cover: moving.gif is no picture a browser shows: save it as .png, .jpg or .webp',
  ],
  [
    'a cover with spaces in its name',
    { cover: '"../pictures/My Photo.png"', coverAlt: 'A' },
    '7 cover: the picture My Photo.png has a name that may break addresses: use lower-case letters, digits and hyphens',
  ],
  [
    'a cover without its folder',
    { cover: 'good.png', coverAlt: 'A' },
    '7 cover: the picture good.png is not where pictures are: put it into src/content/blog/pictures and write ../pictures/good.png',
  ],
  [
    'a cover of the public folder',
    { cover: '/pictures/good.png', coverAlt: 'A' },
    '7 cover: the picture /pictures/good.png is not where pictures are: put it into src/content/blog/pictures and write ../pictures/good.png',
  ],
  [
    'a cover elsewhere',
    { cover: 'https://example.com/a.png', coverAlt: 'A' },
    '7 cover: the picture https://example.com/a.png lies elsewhere: put a copy into src/content/blog/pictures and write ../pictures/a.png',
  ],
  [
    'a cover in capitals',
    { cover: '../pictures/Good.PNG', coverAlt: 'A' },
    '7 cover: there is no picture Good.PNG in src/content/blog/pictures: did you mean good.png? Put the file there, or correct its name',
  ],
])('names line, field and remedy of %s', (_name, head, said) => {
  const problems = saidAbout({ 'blog/en/x.md': post(head) }, pictures)
  expect(problems).toEqual(said.split('\n').map((line) => `blog/en/x.md:${line}`))
})

test('names the day of a translation that is not that of its English text', () => {
  const said = saidAbout({
    'blog/ja/other.md': post({ date: '2026-11-20' }),
    'blog/en/x.md': post(),
    'blog/ja/x.md': post({ title: 'X', date: '2026-11-20', draft: 'true' }),
    'changelog/en/1.0.0.md': release('2026-11-21', 'Fixed'),
    'changelog/ja/1.0.0.md': release('2026-11-22', '修正'),
  })
  expect(said).toEqual([
    'blog/ja/other.md:4 date: "2026-11-20" is not the day of the English text: write 2026-11-21, or change both',
    'changelog/ja/1.0.0.md:3 date: "2026-11-22" is not the day of the English text: write 2026-11-21, or change both',
  ])
})

function release(date: string, heading: string): string {
  return `---\nversion: "1.0.0"\ndate: ${date}\ntitle: T\nsummary: S\n---\n\n### ${heading}\n\n- One.\n`
}

test.each<[name: string, head: Record<string, string | undefined>]>([
  ['a day in quotation marks', { date: '"2026-11-21"' }],
  ['an emoji', { title: 'Sable 🎉' }],
  ['curly quotation marks', { title: '“Sable”' }],
  ['a colon within quotation marks', { title: '"Sable 1.0: what is new"' }],
  ['a value over two lines', { description: '>-\n  One sentence\n  and another.' }],
  ['a list with hyphens', { tags: '\n  - editor\n  - review' }],
  ['a note behind a value', { draft: 'true # until Monday' }],
  ['a cover', { cover: '../pictures/good.webp', coverAlt: 'A diff' }],
  ['a cover with more behind its end', { cover: '../pictures/long.jpg', coverAlt: 'A diff' }],
])('takes %s', (_name, head) => {
  expect(saidAbout({ 'blog/en/x.md': post(head) }, pictures)).toEqual([])
})
