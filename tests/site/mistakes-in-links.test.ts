// Every mistake an editor can make in a link, with all that is said about it.
import { beforeAll, expect, test } from 'vitest'
import { type Files, post, release, saidAbout, somePictures } from './written-content.ts'

let pictures: Files = {}

beforeAll(async () => {
  pictures = await somePictures()
})

test.each<[name: string, body: string, said: string]>([
  [
    'a heading that another post does not have',
    '[That part](/blog/other#nothing)',
    '9 link: there is no heading #nothing on /blog/other: correct what stands after the #',
  ],
  [
    'a page of a list that there is not',
    '[Older](/blog/99999) and [releases](/changelog/99)',
    `9 link: there is no page /blog/99999: correct the address
9 link: there is no page /changelog/99: correct the address`,
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
  [
    'a mail address',
    '[Write](desk@example.com)',
    '9 link: desk@example.com is a mail address: begin it with mailto:',
  ],
  [
    'an address copied while developing',
    '[Blog](http://localhost:4321/blog)',
    "9 link: http://localhost:4321/blog leads to the reader's own machine: write /blog",
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
    'links and pictures whose words go over lines',
    `A [page of
the site](/none),
![A diff
over lines](../pictures/nothing.png) and [its
words][p].

> The [quoted
> page](/nowhere).

[p]: http://example.com`,
    `9 link: there is no page /none: correct the address
11 picture: there is no picture nothing.png in src/content/blog/pictures: put the file there, or correct its name
15 link: there is no page /nowhere: correct the address
18 link: http://example.com is not secure: begin it with https://`,
  ],
  [
    'a link below one that goes over lines',
    'A [page](\n/blog/other "A\ntitle") and [one\nmore][q].\nSee <http://example.com>.',
    `11 link: [one more][q] is shown as it stands, as no line gives its address: write [one more](/blog/local-index)
13 link: http://example.com is not secure: begin it with https://`,
  ],
  [
    'a page of the list of a topic that there is not',
    '[Older](/blog/tags/editor/2)',
    '9 link: there is no page /blog/tags/editor/2: did you mean /blog/tags/editor? Correct the address',
  ],
  [
    'a topic without posts',
    'About [speed](/blog/tags/performance)',
    '9 link: /blog/tags/performance has no posts that anybody can open yet: give one the topic, or remove the link',
  ],
  [
    'a release that there is not',
    'See [the release](/changelog#v9.9.9)',
    '9 link: there is no heading #v9.9.9 on /changelog: correct what stands after the #',
  ],
  [
    'a space in an address',
    '[one](/blog/my post)',
    '9 link: there is a space in the address "/blog/my post", which makes it no link: remove it',
  ],
  [
    'a space before an address',
    'See [one] (/blog/my-post) and this (/not one), `[x] (/y)`',
    '9 link: there is a space before (/blog/my-post), which makes it no link: remove it',
  ],
])('names line and remedy of %s', (_name, body, said) => {
  const problems = saidAbout({ 'blog/en/x.md': post({}, body) }, pictures)
  expect(problems).toEqual(said.split('\n').map((line) => `blog/en/x.md:${line}`))
})

test.each<[name: string, text: string]>([
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
  [
    'signs behind a backslash, and code over lines',
    post(
      {},
      'A \\[page\\](/none) of \\<div>, \\`<kbd>k</kbd>\\`, `code\n<span> [x](/none)` and [a \\] b](/blog\\/other), [`code`](/blog/other), [`two`].\n\n[`two`]: /blog/other',
    ),
  ],
  [
    'words that stand apart',
    post({}, '- [one\n- two](/none)\n\n[x]\n\n(/none)\n\n> [q\n\nq](/none)'),
  ],
  ['a list of posts', post({}, '[On the editor](/blog/tags/editor), [releases](/changelog#later)')],
  ['a draft about a new topic', post({ draft: 'true' }, '[Speed](/blog/tags/performance)')],
])('takes %s', (_name, text) => {
  expect(saidAbout({ 'blog/en/x.md': text }, pictures)).toEqual([])
})

test('names the page that a release has moved to', () => {
  const versions = [1, 2, 3, 4, 5, 6].map((number) => `1.${number}.0`)
  const releases = versions.map((version): [string, string] => [
    `changelog/en/${version}.md`,
    release(version),
  ])
  const links =
    '[new](/changelog#v1.2.0-fixed), [old](/changelog/2#v1.1.0), [gone](/changelog#v1.1.0)'
  const said = saidAbout({ ...Object.fromEntries(releases), 'blog/en/x.md': post({}, links) })
  expect(said).toEqual([
    'blog/en/x.md:9 link: there is no heading #v1.1.0 on /changelog: the release is on /changelog/2',
  ])
})

test('says of a release that waits until when, and counts it among the others from then on', () => {
  const releases = [1, 2, 3, 4, 5, 6].map((number): [string, string] => [
    `changelog/en/1.${number}.0.md`,
    release(`1.${number}.0`, number === 6 ? '2999-01-01' : undefined),
  ])
  const links =
    '[new](/changelog#v1.6.0)\n\n[old](/changelog#v1.1.0-fixed)\n\n[older](/changelog/2)\n\n[none](/changelog/3)'
  const said = saidAbout({
    ...Object.fromEntries(releases),
    'blog/en/x.md': post({}, links),
    'blog/en/y.md': post({ title: 'Later', date: '2999-01-01' }, links),
  })
  expect(said).toEqual([
    'blog/en/x.md:9 link: /changelog has no v1.6.0 before 2999-01-01: let this text wait as long, or remove the link',
    'blog/en/x.md:13 link: /changelog/2 has no releases yet that anybody can see: remove the link',
    expect.stringMatching(/^blog\/en\/x.md:15 link: there is no page \/changelog\/3/),
    'blog/en/y.md:11 link: there is no heading #v1.1.0-fixed on /changelog: the release is on /changelog/2',
    expect.stringMatching(/^blog\/en\/y.md:15 link: there is no page \/changelog\/3/),
  ])
})
