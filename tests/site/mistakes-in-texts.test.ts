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
    'what only looks wrong, in code',
    post({}, '```md\n# no\n[x](/nothing)\n```\n\n`[x](/nothing)`'),
  ],
])('takes %s', (_name, text) => {
  expect(saidAbout({ 'blog/en/x.md': text }, pictures)).toEqual([])
})
