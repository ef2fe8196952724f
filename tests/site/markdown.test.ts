import { expect, test } from 'vitest'
import { markdown } from '../../src/lib/markdown.ts'

const renderer = await markdown().createRenderer({ syntaxHighlight: false })

test('wraps tables, aligns cells by classes, and lets long names break', async () => {
  const rows = [
    '| Name | Life |',
    '| --- | ---: |',
    '| `a_b_c` | 1 day, or `x_y` |',
    '| `d_e f` | 2 |',
  ]
  const { code } = await renderer.render(rows.join('\n'))
  const html = code.replaceAll('\n', '')
  expect(html).toMatch(/^<div class="table" tabindex="0"><table>.*<\/table><\/div>$/)
  expect(html).toContain('<th>Name</th><th class="align-right">Life</th>')
  expect(html).toContain('<td><code>a_<wbr>b_<wbr>c</code></td>')
  // Code and words in a sentence are not broken.
  expect(html).toContain('<td class="align-right">1 day, or <code>x_y</code></td>')
  expect(html).toContain('<td><code>d_e f</code></td>')
})

test('does not change names outside tables', async () => {
  expect((await renderer.render('`a_b`')).code.trim()).toBe('<p><code>a_b</code></p>')
})

async function rendered(text: string, lang = 'en'): Promise<string> {
  const fileURL = new URL(`file:///src/content/blog/${lang}/x.md`)
  return (await renderer.render(text, { fileURL })).code.trim()
}

test.each(['---\n\nwords\n\n---\n\nmore', '+++\n\nwords\n\n+++\n\nmore'])(
  'keeps a body that begins with a thematic break: %j',
  async (text) => expect(await rendered(text)).toContain('<p>words</p>'),
)

test('keeps dashes as typed', async () => {
  expect(await rendered('Run it with --dry-run -- or --- not.')).toBe(
    '<p>Run it with --dry-run -- or --- not.</p>',
  )
})

test.each([
  ['見よhttps://a.example/x。次', '<a href="https://a.example/x">https://a.example/x</a>。次'],
  ['www.a.example、次', '<a href="http://www.a.example">www.a.example</a>、次'],
  ['https://a.example/（x）', '<a href="https://a.example/">https://a.example/</a>（x）'],
  ['https://日本.example/x', '<a href="https://%E6%97%A5'],
  ['<https://a.example/語>', '<a href="https://a.example/%E8%AA%9E">https://a.example/語</a>'],
])('ends an autolink where the URL ends in %s', async (text, link) => {
  expect(await rendered(text)).toContain(link)
})

test('does not link URLs in code', async () => {
  const code = '`https://a.example/x。`'
  expect(await rendered(code)).toBe('<p><code>https://a.example/x。</code></p>')
})

test('keeps a footnote after a URL', async () => {
  expect(await rendered('https://a.example/x。[^1]\n\n[^1]: 注')).toContain(
    'href="#user-content-fn-1"',
  )
})

test('labels check boxes of a task list in the language of the text', async () => {
  const tasks = '- [x] one\n- [ ] two'
  expect(await rendered(tasks)).toMatch(/checked disabled aria-label="Done">.*"Not done">/s)
  expect(await rendered(tasks, 'ja')).toMatch(/checked disabled aria-label="完了">.*"未完了">/s)
})

test('puts footnotes below a hidden heading in the language of the text', async () => {
  const text = '## One\n\nWords[^1].\n\n[^1]: Note.'
  const hidden = (label: string): string =>
    `<h2 class="visually-hidden" id="Footnotes">${label}</h2>`
  expect(await rendered(text)).toContain(hidden('Footnotes'))
  const japanese = await rendered(text, 'ja')
  expect(japanese).toContain(hidden('脚注'))
  expect(japanese).toContain('aria-label="本文の参照1に戻る"')
  expect(japanese).toContain('aria-describedby="Footnotes"')
  const { metadata } = await renderer.render(text)
  expect(metadata.headings.map((heading) => heading.text)).toEqual(['One'])
})

test('joins the lines of Japanese paragraphs only', async () => {
  const text = '一行目は、\n二行目と**強調**\nです。`code`\nと Sable\nは words\nhere\n日本語。'
  expect(await rendered(text, 'ja')).toBe(
    '<p>一行目は、二行目と<strong>強調</strong>です。<code>code</code>\nと Sable\nは words\nhere\n日本語。</p>',
  )
  expect(await rendered('```sh\n一\n二\n```', 'ja')).toContain('一\n')
})

test('shows alerts with their kind, in the language of the text', async () => {
  expect(await rendered('> [!NOTE]\n> *Words*\n>\n> more')).toBe(
    '<div class="alert alert-note" role="note">\n<p class="alert-title">Note</p>\n<p><em>Words</em></p>\n<p>more</p>\n</div>',
  )
  expect(await rendered('> [!warning]\n> 言葉', 'ja')).toContain('<p class="alert-title">警告</p>')
  expect(await rendered('> [!NOTE] words')).toContain('<p>[!NOTE] words</p>')
})

test('shows the title of a block of code above it', async () => {
  expect(await rendered('```ts title="src/a b.ts"\n1\n```')).toMatch(
    /^<p class="code-title">src\/a b\.ts<\/p>\n<pre>/,
  )
})
