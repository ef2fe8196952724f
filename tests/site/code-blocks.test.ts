import { expect, onTestFinished, test, vi } from 'vitest'
import { codeBlocks } from '../../src/lib/code-blocks.ts'
import { markdown } from '../../src/lib/markdown.ts'

const renderer = await markdown().createRenderer({
  syntaxHighlight: 'shiki',
  shikiConfig: codeBlocks,
})

async function blockOf(code: string, language: string): Promise<string> {
  return (await renderer.render(`\`\`\`${language}\n${code}\n\`\`\``)).code.trim()
}

/** The words that have a class. */
async function classed(code: string, language: string): Promise<string[]> {
  const found = (await blockOf(code, language)).matchAll(/<\w+ class="tok-([^"]+)">([^<]*)/g)
  return [...found].map(([, kind, text]) => `${kind} ${text?.trim()}`)
}

test.each([
  ['ts', 'const one = "two" // three', ['keyword const', 'comment // three']],
  ['rust', 'let a: Key = go(1);', ['keyword let', 'function Key', 'function go', 'constant 1']],
  ['bash', 'sable run --last 2', ['function sable', 'constant 2']],
  ['hs', 'main = 1', ['constant 1']],
])('highlights tokens of %s', async (language, code, expected) => {
  expect(await classed(code, language)).toEqual(expect.arrayContaining(expected))
})

test('marks changed lines with signs that are not copied', async () => {
  expect(await blockOf('-one <b>\n+two\n three', 'diff')).toContain(
    '<code><del class="tok-deleted"><span class="tok-sign">-</span>one &lt;b&gt;</del>\n<ins class="tok-inserted"><span class="tok-sign">+</span>two</ins>\n three</code>',
  )
})

test('renders a block that scrolls by keyboard, without inline styles, with escaped content', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  expect(await blockOf('<b>"&', 'typscript')).toBe(
    '<pre class="code-block" data-language="plaintext" tabindex="0"><code>&lt;b&gt;"&amp;</code></pre>',
  )
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('"typscript"'))
  expect(await blockOf('const one = `${two}`', 'ts')).not.toContain('style')
})
