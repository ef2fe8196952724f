// Every mistake an editor can make with whole files and their names, with all that is said about it.
import { beforeAll, expect, test } from 'vitest'
import { type Files, post, saidAbout, somePictures } from './written-content.ts'

let pictures: Files = {}

beforeAll(async () => {
  pictures = await somePictures()
})

test.each<[name: string, files: Files, said: string]>([
  [
    'a tab before a field',
    {
      'blog/en/x.md':
        '---\n\ttitle: A title\ndescription: A sentence.\ndate: 2026-11-21\nauthor: mika-aoyama\ntags: [editor]\n---\n\nText.\n',
    },
    'blog/en/x.md:2 title: a tab stands on this line: put spaces in its place',
  ],
  [
    'a tab before an item',
    {
      'blog/en/x.md':
        '---\ntitle: A title\ndescription: A sentence.\ndate: 2026-11-21\nauthor: mika-aoyama\ntags: \n\t- editor\n---\n\nText.\n',
    },
    'blog/en/x.md:7 front matter: a tab stands on this line: put spaces in its place',
  ],
  [
    'tabs on two lines, and a link to nothing below',
    {
      'blog/en/x.md':
        '---\ntitle:\tA title\ndescription: A sentence.\ndate: 2026-11-21\nauthor: mika-aoyama\ntags:\n\t- editor\n---\n\n[A link](/nowhere)\n',
    },
    `blog/en/x.md:2 title: a tab stands on this line: put spaces in its place
blog/en/x.md:7 front matter: a tab stands on this line: put spaces in its place
blog/en/x.md:10 link: there is no page /nowhere: correct the address`,
  ],
  [
    'two slips that YAML reads past, and a wrong day',
    {
      'blog/en/x.md':
        '---\ntitle: C # is\ndescription: F # too\ndate: soon\nauthor: mika-aoyama\ntags: [editor]\n---\n\nText.\n',
    },
    `blog/en/x.md:2 title: all after # is left out: put the whole value between quotation marks
blog/en/x.md:3 description: all after # is left out: put the whole value between quotation marks
blog/en/x.md:4 date: "soon" is not a day of the calendar: write it as YYYY-MM-DD, for example 2026-11-21`,
  ],
  [
    'a copy with the title of another',
    { 'blog/en/x.md': post({ title: 'Another title' }) },
    'blog/en/x.md:2 title: is that of src/content/blog/en/other.md too: write another',
  ],
  [
    'a full-width colon',
    {
      'blog/en/x.md':
        '---\ntitle：A title\ndescription: A sentence.\ndate: 2026-11-21\nauthor: mika-aoyama\ntags: [editor]\n---\n\nText.\n',
    },
    'blog/en/x.md:2 front matter: the colon after the name is full-width: write : and a space',
  ],
  [
    'full-width colons only',
    { 'blog/en/x.md': '---\ntitle：あ\ndate：い\n---\nText.\n' },
    'blog/en/x.md:2 front matter: holds no fields: write each on a line of its own as title: Faster search, with a colon of the keyboard and a space',
  ],
  [
    'no space after a colon',
    {
      'blog/en/x.md':
        '---\ntitle:A title\ndescription: A sentence.\ndate: 2026-11-21\nauthor: mika-aoyama\ntags: [editor]\n---\n\nText.\n',
    },
    'blog/en/x.md:2 title: there is no space after the colon: add one',
  ],
  [
    'a field twice',
    {
      'blog/en/x.md':
        '---\ntitle: A title\ndescription: A sentence.\ntitle: Two\ndate: 2026-11-21\nauthor: mika-aoyama\ntags: [editor]\n---\n\nText.\n',
    },
    'blog/en/x.md:4 title: stands here a second time: keep one of the two lines',
  ],
  [
    'a field that is moved in',
    {
      'blog/en/x.md':
        '---\ntitle: A title\ndescription: A sentence.\n  date: 2026-11-21\nauthor: mika-aoyama\ntags: [editor]\n---\n\nText.\n',
    },
    'blog/en/x.md:4 date: the line begins with spaces: begin it at the edge',
  ],
  [
    'a head without end',
    {
      'blog/en/x.md':
        '---\ntitle: A title\ndescription: A sentence.\ndate: 2026-11-21\nauthor: mika-aoyama\ntags: [editor]\n\nText.\n',
    },
    'blog/en/x.md:1 front matter: has no end: write a line of three hyphens --- below the last field',
  ],
  [
    'no head',
    { 'blog/en/x.md': 'Text.\n' },
    'blog/en/x.md:1 front matter: is missing: begin the file with a line ---, the fields, and another line ---',
  ],
  [
    'an empty line first',
    {
      'blog/en/x.md':
        '\n---\ntitle: A title\ndescription: A sentence.\ndate: 2026-11-21\nauthor: mika-aoyama\ntags: [editor]\n---\n\nText.\n',
    },
    'blog/en/x.md:1 front matter: does not begin on the first line: remove what stands before the first ---',
  ],
  [
    'four hyphens',
    {
      'blog/en/x.md':
        '----\ntitle: A title\ndescription: A sentence.\ndate: 2026-11-21\nauthor: mika-aoyama\ntags: [editor]\n----\n\nText.\n',
    },
    'blog/en/x.md:1 front matter: begins with more than three hyphens: write exactly three, here and below the last field',
  ],
  [
    'an empty file',
    { 'blog/en/x.md': '' },
    'blog/en/x.md:1 front matter: is missing, as the file is empty: run npm run new post "Title", and see docs/editing.md',
  ],
  [
    'a file in Latin-1',
    { 'blog/en/x.md': Buffer.from(post({}, 'Caf\u00e9'), 'latin1') },
    'blog/en/x.md:9 text: holds letters that cannot be read: save the file as UTF-8',
  ],
  [
    'a file in UTF-16',
    { 'blog/en/x.md': Buffer.from(`\uFEFF${post()}`, 'utf16le') },
    'blog/en/x.md:1 text: holds letters that cannot be read: save the file as UTF-8',
  ],
  [
    'a list for a head',
    { 'blog/en/x.md': '---\n- a\n---\nText.\n' },
    'blog/en/x.md:2 front matter: holds no fields: write each on a line of its own as title: Faster search, with a colon of the keyboard and a space',
  ],
  [
    'a head of another kind',
    { 'blog/en/x.md': '+++\ntitle = "x"\n+++\nText.\n' },
    'blog/en/x.md:1 front matter: is missing: begin the file with a line ---, the fields, and another line ---',
  ],
  [
    'a number as name',
    { 'blog/en/2.md': post() },
    'blog/en/2.md:1 file name: "2" is a number, and /blog/2 is page 2 of the list: give the file a name with letters',
  ],
  [
    'capitals and spaces in a name',
    { 'blog/en/Faster Search.md': post() },
    'blog/en/Faster Search.md:1 file name: is part of the address: use lower-case letters, digits, and hyphens between them only, for example faster-search.md',
  ],
  [
    'a Japanese name',
    { 'blog/en/検索.md': post() },
    'blog/en/検索.md:1 file name: is part of the address: use lower-case letters, digits, and hyphens between them only, for example faster-search.md',
  ],
  [
    'an underscore in a name',
    { 'blog/en/faster_search.md': post() },
    'blog/en/faster_search.md:1 file name: is part of the address: use lower-case letters, digits, and hyphens between them only, for example faster-search.md',
  ],
  [
    'a dot in a name',
    { 'blog/en/faster.search.md': post() },
    'blog/en/faster.search.md:1 file name: is part of the address: use lower-case letters, digits, and hyphens between them only, for example faster-search.md',
  ],
  [
    'a hyphen before a name',
    { 'blog/en/-faster.md': post() },
    'blog/en/-faster.md:1 file name: is part of the address: use lower-case letters, digits, and hyphens between them only, for example faster.md',
  ],
  [
    'marks on the letters of a name',
    { 'blog/en/café.md': post() },
    'blog/en/café.md:1 file name: is part of the address: use lower-case letters, digits, and hyphens between them only, for example cafe.md',
  ],
  [
    'an underscore in the name of a release',
    {
      'changelog/en/1.0.0_b.md':
        '---\nversion: 1.0.0\ndate: 2026-11-21\ntitle: One\nsummary: A sentence.\n---\n\nText.\n',
    },
    `changelog/en/1.0.0_b.md:1 file name: is part of the address: use lower-case letters, digits, and hyphens between them only, for example 1.0.0-b.md
changelog/en/1.0.0_b.md:2 version: "1.0.0" and the file name differ: name the file 1.0.0.md`,
  ],
  [
    'a text file',
    { 'blog/en/x.txt': post() },
    'blog/en/x.txt:1 file name: is not a text that the site shows: let its name end with .md, for example x.md',
  ],
  [
    'a file of another kind',
    { 'blog/en/x.mdx': post() },
    'blog/en/x.mdx:1 file name: is not a text that the site shows: let its name end with .md, for example x.md',
  ],
  [
    'an ending in capitals',
    { 'blog/en/x.MD': post() },
    'blog/en/x.MD:1 file name: is not a text that the site shows: let its name end with .md, for example x.md',
  ],
  [
    'no ending',
    { 'blog/en/x': post() },
    'blog/en/x:1 file name: is not a text that the site shows: let its name end with .md, for example x.md',
  ],
  [
    'a picture among the texts',
    { 'blog/en/x.png': 'x' },
    'blog/en/x.png:1 file name: is a picture: move it into src/content/blog/pictures',
  ],
  [
    'a file in no language',
    { 'blog/x.md': post() },
    'blog/x.md:1 file name: is in neither language: move it into blog/en or blog/ja',
  ],
  [
    'a folder of a year',
    { 'blog/en/2026/x.md': post() },
    'blog/en/2026:1 file name: is a folder, which is not looked into: move its files to blog/en',
  ],
  [
    'Japanese without English',
    { 'blog/ja/x.md': post() },
    'blog/ja/x.md:1 file name: has no English text of the same name: add blog/en/x.md, or give both files one name',
  ],
  [
    'English links in Japanese in the text',
    {
      'blog/ja/other.md':
        '---\ntitle: A title\ndescription: A sentence.\ndate: 2026-11-21\nauthor: mika-aoyama\ntags: [editor]\n---\n\n[記事](/blog/other) [戻る](/)\n',
    },
    'blog/ja/other.md:9 link: /blog/other leaves the Japanese pages: write /ja/blog/other\nblog/ja/other.md:9 link: / leaves the Japanese pages: write /ja',
  ],
  [
    'the name of the topics',
    { 'blog/en/tags.md': post() },
    'blog/en/tags.md:1 file name: "tags" is where topics are: give the file another name',
  ],
  [
    'a version that is a number',
    {
      'changelog/en/1.0.1.md':
        '---\nversion: 1.0\ndate: 2026-11-21\ntitle: T\nsummary: S\n---\n### Fixed\n',
    },
    'changelog/en/1.0.1.md:2 version: is not text: write it in quotes, for example version: "1.0.0"',
  ],
  [
    'a version unlike its file',
    {
      'changelog/en/1.0.1.md':
        '---\nversion: "1.0.2"\ndate: 2026-11-21\ntitle: T\nsummary: S\n---\n### Fixed\n',
    },
    'changelog/en/1.0.1.md:2 version: "1.0.2" and the file name differ: name the file 1.0.2.md',
  ],
  [
    'a large heading in a release',
    {
      'changelog/en/1.0.1.md':
        '---\nversion: "1.0.1"\ndate: 2026-11-21\ntitle: T\nsummary: S\n---\n## Fixed\n',
    },
    'changelog/en/1.0.1.md:7 heading: ## is too large here, where the page has its headings already: begin with ###',
  ],
  [
    'links to a draft and to a post that waits',
    {
      'blog/en/draft.md': post({ title: 'A draft', draft: 'true' }),
      'blog/en/later.md': post({ title: 'Later', date: '2999-01-01' }),
      'blog/en/latest.md': post({ title: 'Latest', date: '2999-01-02' }, '[One](/blog/later)'),
      'blog/en/x.md': post({}, '[One](/blog/draft)\n\n[Two](/blog/later)'),
    },
    `blog/en/x.md:9 link: /blog/draft is a draft, which nobody can open: publish it first, or remove the link
blog/en/x.md:11 link: /blog/later waits for 2999-01-01: let this text wait as long, or remove the link`,
  ],
  [
    'a Japanese link to a text whose English one is a draft',
    {
      'blog/en/draft.md': post({ title: 'A draft', draft: 'true' }),
      'blog/ja/draft.md': post({ title: 'A draft' }),
      'blog/ja/other.md': post({}, '[One](/ja/blog/draft)'),
    },
    'blog/ja/other.md:9 link: /ja/blog/draft is a draft, which nobody can open: publish it first, or remove the link',
  ],
  [
    'a link to a post whose day is wrong, and to one that begins with an invisible mark',
    {
      'blog/en/marked.md': `\uFEFF${post({ title: 'Marked' })}`,
      'blog/en/wrong.md': post({ title: 'Wrong', date: 'soon' }),
      'blog/en/x.md': post({}, '[One](/blog/marked)\n\n[Two](/blog/wrong)'),
    },
    'blog/en/wrong.md:4 date: "soon" is not a day of the calendar: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'a sign that is not seen',
    { 'blog/en/x.md': post().replace('Text', 'Te\u0000xt') },
    'blog/en/x.md:9 text: holds a sign that is not seen and no text has: delete the words around it and write them again',
  ],
  [
    'a legal text that no page shows',
    { 'legal/en/fees.md': '---\ntitle: T\ndescription: S\neffective: 2026-11-21\n---\nx\n' },
    'legal/en/fees.md:1 file name: no page shows it: name the file after one of privacy-policy, terms-of-service, cookie-policy',
  ],
  [
    'a legal text with a slip in its name',
    {
      'legal/en/privacy-polcy.md': '---\ntitle: T\ndescription: S\neffective: 2026-11-21\n---\nx\n',
    },
    'legal/en/privacy-polcy.md:1 file name: no page shows it: did you mean privacy-policy? Name the file after one of privacy-policy, terms-of-service, cookie-policy',
  ],
  [
    'a legal text without its day',
    { 'legal/en/privacy-policy.md': '---\ntitle: T\ndescription: S\n---\nx\n' },
    'legal/en/privacy-policy.md:1 effective: is missing: write it as YYYY-MM-DD, for example 2026-11-21',
  ],
  [
    'a comma too much',
    { 'tags.json': '{\n  "editor": { "en": "Editor", "ja": "エディタ" },\n}\n' },
    'tags.json:2 tags.json: there is a comma after the last entry: remove it',
  ],
  [
    'a comma too little',
    {
      'tags.json':
        '{\n  "editor": { "en": "Editor", "ja": "エディタ" }\n  "ai": { "en": "Editor", "ja": "エディタ" }\n}\n',
    },
    'tags.json:2 tags.json: a comma is missing at the end of this line: add it',
  ],
  [
    'a bracket that is not closed',
    { 'tags.json': '{\n  "editor": { "en": "Editor", "ja": "エディタ" }\n' },
    'tags.json:3 tags.json: ends too early: close each { with } and each " with another "',
  ],
  [
    'a topic in one language',
    { 'tags.json': '{\n  "editor": { "en": "Editor" }\n}\n' },
    'tags.json:2 editor.ja: is missing: write it in Japanese',
  ],
  [
    'a list for topics',
    { 'tags.json': '[]' },
    'tags.json:1 tags.json: is not a list of names: begin the file with { and end it with }',
  ],
  [
    'no quotation marks in JSON',
    { 'tags.json': '{\n  editor: { "en": "Editor" }\n}\n' },
    'tags.json:2 tags.json: does not understand editor: put a text between two ", and write a number alone',
  ],
  [
    'half an author',
    {
      'authors.json':
        '{\n  "mika-aoyama": {\n    "name": "Mika",\n    "role": { "en": "E", "ja": "" },\n    "bio": "text"\n  }\n}\n',
    },
    'authors.json:4 mika-aoyama.role.ja: is empty: write it in Japanese\nauthors.json:5 mika-aoyama.bio: is not a pair of texts: write { "en": "…", "ja": "…" }',
  ],
])('names file and remedy of %s', (_name, files, said) => {
  expect(saidAbout(files, pictures)).toEqual(said.split('\n'))
})
