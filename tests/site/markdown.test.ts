import { expect, test } from 'vitest'
import { markdown } from '../../src/lib/markdown.ts'

const renderer = await markdown().createRenderer({ syntaxHighlight: false })

test('puts tables into a box, aligned by classes, whose long names may break', async () => {
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
  // What is typed, and what stands in a sentence, keeps together.
  expect(html).toContain('<td class="align-right">1 day, or <code>x_y</code></td>')
  expect(html).toContain('<td><code>d_e f</code></td>')
})

test('leaves names outside tables as they are', async () => {
  expect((await renderer.render('`a_b`')).code.trim()).toBe('<p><code>a_b</code></p>')
})
