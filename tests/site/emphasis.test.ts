import { expect, test } from 'vitest'
import { withEmphasis } from '../../src/lib/markdown/emphasis.ts'
import { markdown } from '../../src/lib/markdown.ts'

const renderer = await markdown().createRenderer({ syntaxHighlight: false })

test.each([
  ['これは**「強調」**です', 'これは<strong>「強調」</strong>です'],
  ['**強調。**次', '<strong>強調。</strong>次'],
  ['**[語](/ja/x)**も', '<strong><a href="/ja/x">語</a></strong>も'],
  ['先の**`a**b`も。**と', '先の<strong><code>a**b</code>も。</strong>と'],
  ['**C#**や**「.NET」**という', '<strong>C#</strong>や<strong>「.NET」</strong>という'],
  ['開く**「括弧」と\n次の行」**です', '開く<strong>「括弧」と次の行」</strong>です'],
  ['**「*斜*」**と', '<strong>「<em>斜</em>」</strong>と'],
  ['한국어**(말)**은', '한국어<strong>(말)</strong>은'],
])('makes the words of %s strong', async (text, expected) => {
  expect((await renderer.render(text)).code.trim()).toBe(`<p>${expected}</p>`)
})

test.each([
  '`**「x」**は`',
  '``a ` **「x」**は``',
  '```\n**「x」**は\n```',
  '~~~ts\n\n**「x」**は\n\n~~~',
  '~~~ts\r\n**「x」**は\r\n~~~\r\n',
  '    **「x」**は\n    **「y」**は',
  '\\**「x」**は',
  '<!-- **「x」**は -->',
  '終わり**「一\n\n二」**は',
  '**x**は',
  'a **b** c, 2 ** 3 ** 4, a**"b"**c',
  '***「x」***は',
  `**「x」${' `a` *b* `c'.repeat(2000)}`,
])('leaves %s as it is', (text) => {
  expect(withEmphasis(text)).toBe(text)
})
