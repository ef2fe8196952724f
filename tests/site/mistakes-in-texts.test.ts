// Every mistake an editor can make below the head, with all that is said about it.
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
    'a heading that another post does not have',
    '[That part](/blog/other#nothing)',
    '9 link: there is no heading #nothing on /blog/other: correct what stands after the #',
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
  [
    'a heading in HTML',
    '<h4>Words</h4>',
    '9 heading: is written as <h4>: write #### and the words',
  ],
  [
    'marks that texts do not have',
    'Words\n\n</main></body>\n\n<video src="https://example.com/x.mp4"></video>',
    `11 text: holds <main>, which texts do not have: remove it, or put it between backticks
11 text: holds <body>, which texts do not have: remove it, or put it between backticks
13 text: holds <video>, which texts do not have: remove it, or put it between backticks`,
  ],
  [
    'a page of a list that there is not',
    '[Older](/blog/99999) and [releases](/changelog/99)',
    `9 link: there is no page /blog/99999: correct the address
9 link: there is no page /changelog/99: correct the address`,
  ],
  [
    'a script',
    '<script>alert(1)</script>',
    '9 text: holds a script, a style or a frame, which the site does not run: remove it',
  ],
  [
    'a link to nothing',
    '[one](/blog/nothing)',
    '9 link: there is no page /blog/nothing: correct the address',
  ],
  [
    'a slip in a link',
    '[one](/blog/othr)',
    '9 link: there is no page /blog/othr: did you mean /blog/other? Correct the address',
  ],
  [
    'English links in Japanese',
    '[one](/ja/blog/other)',
    '9 link: /ja/blog/other leads to the Japanese pages: write /blog/other',
  ],
  [
    'a slash at the end',
    '[one](/blog/other/)',
    '9 link: /blog/other/ ends with a slash, which no page does: write /blog/other',
  ],
  [
    'a link without address',
    '[one]()',
    '9 link: the link "one" has no address: write it between the brackets',
  ],
  [
    'a link without words',
    '[](/blog/other)',
    '9 link: the link to /blog/other has no words: say where it leads',
  ],
  ['a relative link', '[one](other)', '9 link: "other" is no address: begin it with / or https://'],
  [
    'a link without https',
    '[one](www.example.com)',
    '9 link: "www.example.com" is no address: begin it with / or https://',
  ],
  [
    'a link without security',
    '[one](http://example.com)',
    '9 link: http://example.com is not secure: begin it with https://',
  ],
  [
    'a link called here',
    '[here](/blog/other)',
    '9 link: the link "here" does not say where it leads: use words that make sense alone',
  ],
  [
    'a slip in an anchor',
    '## Two words\n\n[see](#two-wrds)',
    '11 link: there is no heading #two-wrds in this text: did you mean two-words? Correct the address',
  ],
  [
    'an address on a line of its own that leads nowhere',
    '[One][p] and [two][P].\n\n[p]: /nowhere',
    '11 link: there is no page /nowhere: correct the address',
  ],
  [
    'a name that is link and name in one',
    '[prices]\n\n[prices]: http://example.com "A title"',
    '11 link: http://example.com is not secure: begin it with https://',
  ],
  [
    'a link called here, with its address below',
    '[here][p]\n\n[p]: /blog/other',
    '9 link: the link "here" does not say where it leads: use words that make sense alone',
  ],
  [
    'a link whose address is on no line',
    'See [the prices][p].',
    '9 link: [the prices][p] is shown as it stands, as no line gives its address: write [the prices](/blog/local-index)',
  ],
  [
    'a picture with its address below that is not there, and that nobody described',
    '![][q]\n\n[q]: ../pictures/nothing.png',
    `9 picture: the picture ../pictures/nothing.png has no description: write what it shows between the brackets
11 picture: there is no picture nothing.png in src/content/blog/pictures: put the file there, or correct its name`,
  ],
  [
    'a picture in a link, each with its address below',
    '[![A diff][q]][p]\n\n[p]: /blog/othr\n[q]: /good.png',
    `11 link: there is no page /blog/othr: did you mean /blog/other? Correct the address
12 picture: the picture /good.png is not where pictures are: put it into src/content/blog/pictures and write ../pictures/good.png`,
  ],
  [
    'an address between angle brackets',
    'See <http://example.com/x>.',
    '9 link: http://example.com/x is not secure: begin it with https://',
  ],
  [
    'bare addresses',
    'See http://example.com/x. Or (www.example.com).',
    `9 link: http://example.com/x is not secure: begin it with https://
9 link: "www.example.com" is no address: begin it with / or https://`,
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
    'code that never ends',
    '```ts\nconst a = 1',
    '9 text: a block of code begins here and never ends: write ``` on a line after it',
  ],
  [
    'a space in an address',
    '[one](/blog/my post)',
    '9 link: there is a space in the address "/blog/my post", which makes it no link: remove it',
  ],
  [
    'a long description',
    '![aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa](../pictures/good.png)',
    '9 picture: the description of ../pictures/good.png is longer than 160 characters: say the rest in the text',
  ],
])('names line and remedy of %s', (_name, body, said) => {
  const problems = saidAbout({ 'blog/en/x.md': post({}, body) }, pictures)
  expect(problems).toEqual(said.split('\n').map((line) => `blog/en/x.md:${line}`))
})

test.each<[name: string, text: string]>([
  ['a mark at the start of the file', `\uFEFF${post()}`],
  ['line ends of Windows', post().replaceAll('\n', '\r\n')],
  ['a note in the head', post().replace('date:', '# note\ndate:')],
  ['a picture', post({}, '![A diff](../pictures/good.png)')],
  [
    'links out, in and to a mail',
    post({}, '[write](mailto:a@b.example), [out](https://example.com/a_(b)), [in](/blog/other)'),
  ],
  [
    'links with their addresses below, and addresses alone',
    post(
      {},
      '[One][p], [p], [two][], <me@a.example>, <https://a.example/x>, https://b.example/y.\n\n[p]: /blog/other\n[two]: <https://a.example> (A title)',
    ),
  ],
  ['brackets that are no link', post({}, 'list[0][1], [a], [1][2], note[^1]\n\n[^1]: /note')],
  ['an address that nothing is linked to', post({}, 'Text at http://localhost:4321/x.')],
  ['a picture with its address below', post({}, '![A diff][q]\n\n[q]: ../pictures/good.png')],
  [
    'tables',
    post(
      {},
      'Text\n| One | Two |\n|:--|--:|\n| a \\| b | c |\n\n| One |\n--\n\n| this | is no table |\nbut text.',
    ),
  ],
  [
    'HTML that Markdown has no sign for, and HTML as code',
    post(
      {},
      'Press <kbd>Tab</kbd>,<br>then\n<details\n open><summary>x</summary>\n\ny</details>\n\n    <img src="x">\n\n    <h1>y</h1>\n\n- item\n\n    more of it',
    ),
  ],
  ['rules across the page', post({}, 'One\n\n---\n\n- Two\n---\n\n> Three\n---\n\n***')],
  [
    'what only looks wrong, in code',
    post({}, '```md\n# no\n[x](/nothing)\n```\n\n`[x](/nothing)`'),
  ],
])('takes %s', (_name, text) => {
  expect(saidAbout({ 'blog/en/x.md': text }, pictures)).toEqual([])
})
