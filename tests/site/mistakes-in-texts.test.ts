// Every mistake an editor can make below the head, other than in links, with all that is said about it.
import { beforeAll, expect, test } from 'vitest'
import { type Files, post, saidAbout, somePictures } from './written-content.ts'

let pictures: Files = {}

beforeAll(async () => {
  pictures = await somePictures()
})

test.each<[name: string, body: string, said: string]>([
  ['no text', '', '10 text: is empty: write something below the second line of hyphens'],
  [
    'only a note',
    '<!-- later -->',
    '10 text: is empty: write something below the second line of hyphens',
  ],
  [
    'a first heading with one #',
    '# One',
    '9 heading: # is too large here, where the page has its headings already: begin with ##',
  ],
  [
    'a heading that skips a step',
    '## One\n\n#### Two',
    '11 heading: #### skips a step after ##: use ###',
  ],
  [
    'a first heading with three #',
    '### One',
    '9 heading: ### skips a step after the title: use ##',
  ],
  ['no space after ##', '##One', '9 heading: needs a space: write ## One'],
  [
    'wide ＃',
    '＃＃見出し',
    '9 heading: begins with a wide ＃, which makes no heading: write ## 見出し',
  ],
  [
    'stars without end',
    '**One** and **two.\n\nThree**',
    `9 text: "**two." has ** on one side only, which readers see: write ** on both sides of the words, without spaces inside
11 text: "**" has ** on one side only, which readers see: write ** on both sides of the words, without spaces inside`,
  ],
  [
    'spaces inside stars',
    'One\n**two ** three, 2 ** 3',
    '10 text: "**two ** three, 2 ** 3" has ** on one side only, which readers see: write ** on both sides of the words, without spaces inside',
  ],
  [
    'a note without words',
    'One[^1], two[^2].\n\n[^2]: Two.',
    '9 text: [^1] is shown as it stands: write the note at the end of the text, as [^1]: and its words',
  ],
  [
    'a heading without words',
    '## ',
    '9 heading: has no words: write some after the #, or remove the line',
  ],
  [
    'a cover without description in the text',
    '![](../pictures/good.png)',
    '9 picture: the picture ../pictures/good.png has no description: write what it shows between the brackets',
  ],
  [
    'a description that says nothing',
    '![image](../pictures/good.png)',
    '9 picture: "image" does not describe ../pictures/good.png: write what it shows, for somebody who cannot see it',
  ],
  [
    'a file name as description',
    '![good.png](../pictures/good.png)',
    '9 picture: "good.png" does not describe ../pictures/good.png: write what it shows, for somebody who cannot see it',
  ],
  [
    'a picture that is not there',
    '![A diff](../pictures/nothing.png)',
    '9 picture: there is no picture nothing.png in src/content/blog/pictures: put the file there, or correct its name',
  ],
  [
    'a picture of the public folder',
    '![A diff](/pictures/good.png)',
    '9 picture: the picture /pictures/good.png is not where pictures are: put it into src/content/blog/pictures and write ../pictures/good.png',
  ],
  [
    'a picture elsewhere',
    '![A diff](https://example.com/a.png)',
    '9 picture: the picture https://example.com/a.png lies elsewhere: put a copy into src/content/blog/pictures and write ../pictures/a.png',
  ],
  [
    'a picture in HTML',
    '<img src="x.png">',
    '9 picture: is written as <img>: write ![What it shows](../pictures/name.png)',
  ],
  [
    'a picture that is not there, and that nobody described',
    '![](../pictures/nothing.png)',
    `9 picture: the picture ../pictures/nothing.png has no description: write what it shows between the brackets
9 picture: there is no picture nothing.png in src/content/blog/pictures: put the file there, or correct its name`,
  ],
  [
    'a link in HTML',
    '<a href="/nowhere">x</a>',
    '9 link: is written as <a>: write [the words](/blog/local-index)',
  ],
  [
    'a style in HTML',
    '<div style="color: red">x</div>',
    '9 text: holds style="…", which the site does not run: remove it',
  ],
  [
    'a style on the next line of a mark',
    'Some\n<kbd\n  style="color: red">x</kbd>',
    '10 text: holds style="…", which the site does not run: remove it',
  ],
  ['a heading in HTML', '<h4>Words</h4>', '9 heading: is written as <h4>: write ## and the words'],
  [
    'marks that texts do not have',
    'Words\n\n</main></body>\n\n<video src="https://example.com/x.mp4"></video>',
    `11 text: holds <main>, which texts do not have: remove it, or put it between backticks
11 text: holds <body>, which texts do not have: remove it, or put it between backticks
13 text: holds <video>, which texts do not have: remove it, or put it between backticks`,
  ],
  [
    'marks that never end',
    '<mark>One</mark> and\n<mark>two.\n\n<details>\n<summary>More</summary>\n\nWords.',
    `10 text: <mark> begins here and never ends: write </mark> behind its words
12 text: <details> begins here and never ends: write </details> behind its words`,
  ],
  [
    'marks of other machines',
    'Words\n\n<?php words\n\n<!DOCTYPE html',
    `11 text: holds <?php, which texts do not have: remove it, or put it between backticks
13 text: holds <!DOCTYPE, which texts do not have: remove it, or put it between backticks`,
  ],
  [
    'a script',
    '<script>alert(1)</script>',
    '9 text: holds a script, a style or a frame, which the site does not run: remove it',
  ],
  [
    'a picture with its address below that is not there, and that nobody described',
    '![][q]\n\n[q]: ../pictures/nothing.png',
    `9 picture: the picture ../pictures/nothing.png has no description: write what it shows between the brackets
11 picture: there is no picture nothing.png in src/content/blog/pictures: put the file there, or correct its name`,
  ],
  [
    'words over a line of =',
    'Text.\n\nLarge\n=====',
    '11 heading: the line ===== below makes this a heading: write ## Large in place of both',
  ],
  [
    'a rule without an empty line above',
    'Text.\n---',
    '9 heading: the line --- below makes this a heading: write ## Text. in place of both, or leave a line empty in between',
  ],
  [
    'a table without its second line',
    '| One | Two |\n| a | b |',
    '10 table: between the first line of a table and this one there must be another: write | --- | --- |',
  ],
  [
    'a table with a wrong second line',
    '| One | Two |\n| === | === |\n| a | b |',
    '10 table: between the first line of a table and this one there must be another: write | --- | --- |',
  ],
  [
    'a table whose second line is too short',
    '| One | Two |\n| --- |\n| a | b |',
    '10 table: the line above has 2 columns, so that this must be | --- | --- |',
  ],
  [
    'a table of one column whose second line is too long',
    '| One |\n| --- | --- |\n| a |',
    '10 table: the line above has one column, so that this must be | --- |',
  ],
  [
    'rows with more cells than their table has columns',
    '| One | Two |\n| --- | --- |\n| a | b | |\n| `a | b` | c |\n| a \\| b | c |\n| a | b | c\n\n| d | e | f |',
    [12, 14]
      .map(
        (line) =>
          `${line} table: has more cells than its table has columns, 3 for 2, and readers would not see the rest: take a cell away, give the first two lines another column, or write \\| for a | that is meant as such`,
      )
      .join('\n'),
  ],
  [
    'code that never ends',
    '```ts\nconst a = 1',
    '9 text: a block of code begins here and never ends: write ``` on a line after it',
  ],
  [
    'a note that never ends',
    'Words.\n\n<!-- later\n\n[one](/nowhere)',
    '11 text: a note begins here and never ends, so that all below is lost: write --> behind it',
  ],
  [
    'a note that never ends, below an item',
    '- One\n- <!-- later\n\nWords.',
    '10 text: a note begins here and never ends, so that all below is lost: write --> behind it',
  ],
  [
    'a note within words that does not end in its paragraph',
    'Words\nand <!-- later\n\nmore --> of them.',
    '10 text: a note begins here and does not end in its paragraph, so that readers see it: write --> behind it, or let it begin on a line of its own',
  ],
  [
    'a heading in HTML with one #',
    'Words\n\n<h1>Words</h1>',
    '11 heading: is written as <h1>: write ## and the words',
  ],
  [
    'a long description',
    '![aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa](../pictures/good.png)',
    '9 picture: the description of ../pictures/good.png is longer than 160 characters: say the rest in the text',
  ],
  ...['\u202E', '\u2066', '\u200B', '\uFEFF'].map((sign): [string, string, string] => [
    `a sign that is not seen, U+${sign.codePointAt(0)?.toString(16)}`,
    `Text.\n\nTe${sign}xt.`,
    '11 text: holds a sign that is not seen and no text has: delete the words around it and write them again',
  ]),
])('names line and remedy of %s', (_name, body, said) => {
  const problems = saidAbout({ 'blog/en/x.md': post({}, body) }, pictures)
  expect(problems).toEqual(said.split('\n').map((line) => `blog/en/x.md:${line}`))
})

test.each<[name: string, text: string]>([
  ['a mark at the start of the file', `\uFEFF${post()}`],
  ['line ends of Windows', post().replaceAll('\n', '\r\n')],
  ['a note in the head', post().replace('date:', '# note\ndate:')],
  ['a picture', post({}, '![A diff](../pictures/good.png)')],
  ['a picture with its address below', post({}, '![A diff][q]\n\n[q]: ../pictures/good.png')],
  [
    'tables',
    post(
      {},
      'Text\n| One | Two |\n|:--|--:|\n| a \\| b | c |\n\n| One |\n--\n\n| this | is no table |\nbut text.\n\n- | One | Two |\n  | --- | --- |\n  | a | b |\n\nOne | Two\n| --- | --- |\n| a | b |',
    ),
  ],
  [
    'HTML that Markdown has no sign for, and HTML as code',
    post(
      {},
      'Press <kbd>Tab</kbd>,<br>then\n<details\n open><summary>x</summary>\n\ny</details>\n\n    <img src="x">\n\n    <h1>y</h1>\n\n- item\n\n    more of it',
    ),
  ],
  [
    'marks that end further below, or need no end',
    post(
      {},
      '<dl>\n<dt>One\n<dd>Two<br>\n</dl>\n\n<mark>Three\n\nfour</mark> <ruby>五<rt>ご</ruby>',
    ),
  ],
  [
    'notes, and what only looks like one',
    post(
      {},
      'Words <!-- a\nnote --> and\n<!-- # one\n\n[x](/nothing)\n--> `<!--`, \\<!-- and <!-->\n\n    <!-- code\n\n- One\n\n  <!-- a\n\n  note -->\n\n```html\n<!-- code\n```\n\n<!-- # one -->',
    ),
  ],
  [
    'signs that join',
    post({}, 'A family \u{1F468}\u200D\u{1F469}, a heart \u2764\uFE0F, a\u00ADb and \u200C.'),
  ],
  ['rules across the page', post({}, 'One\n\n---\n\n- Two\n---\n\n> Three\n---\n\n***')],
  [
    'what only looks wrong, in code',
    post({}, '```md\n# no\n[x](/nothing)\n```\n\n`[x](/nothing)`'),
  ],
])('takes %s', (_name, text) => {
  expect(saidAbout({ 'blog/en/x.md': text }, pictures)).toEqual([])
})
