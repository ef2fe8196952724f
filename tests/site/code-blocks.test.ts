import process from 'node:process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { codeBlocks, highlighted } from '../../src/lib/code-blocks.ts'

/** The words that have a class, with its last name. */
function classed(code: string, language: string): string[] {
  return [...highlighted(code, language).matchAll(/<\w+ class="tok-([^"]+)">([^<]*)/g)].map(
    ([, names, text]) => `${names?.split(' ')[0]} ${text}`,
  )
}

test.each([
  ['ts', 'const one = "two" // three', ['keyword const', 'string "two"', 'comment // three']],
  ['rust', 'let a: Key = go(1);', ['keyword let', 'type Key', 'title go', 'number 1']],
  ['toml', '[run]\nlimit = 3', ['section [run]', 'attr limit', 'number 3']],
  ['bash', 'sable run --last 2', ['title sable', 'attr --last', 'number 2']],
  ['html', '<a href="/">', ['tag &lt;', 'name a', 'attr href', 'string "/"']],
])('gives words of %s a class', (language, code, expected) => {
  const found = classed(code, language).map((word) => word.replaceAll('&quot;', '"'))
  for (const word of expected) expect(found).toContain(word)
})

test('leaves what a command prints plain', () => {
  expect(classed('$ sable log\n10:41 sent 3 files', 'bash')).toEqual(['meta $ ', 'title sable'])
})

test('marks changed lines, whose signs are not copied with them', () => {
  expect(highlighted('--- a/one\n-one <b>\n+two\n three', 'diff')).toBe(
    '--- a/one\n<del class="tok-deleted"><span class="tok-sign">-</span>one &lt;b&gt;</del>\n<ins class="tok-inserted"><span class="tok-sign">+</span>two</ins>\n three',
  )
})

test('knows rare languages by their short names, and says which it does not know', () => {
  expect(classed('main = 1', 'hs')).toContain('number 1')
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  for (let time = 0; time < 2; time++) expect(highlighted('a < b', 'typscript')).toBe('a &lt; b')
  expect(said).toHaveBeenCalledOnce()
  expect(said).toHaveBeenCalledWith(expect.stringContaining('"typscript"'))
  // The grammars that know more do so still.
  expect(classed('sable run', 'sh')).toEqual(['title sable'])
})

test('makes a block that scrolls with the keyboard, and writes nothing into it as HTML', () => {
  const block = (lang: string | null, value: string): string =>
    codeBlocks.code({ lang, value }).value
  // oxlint-disable-next-line unicorn/no-null -- what Markdown without a language says
  expect(block(null, '<b>"&')).toBe(
    '<pre class="code-block" data-language="plaintext" tabindex="0"><code>&lt;b&gt;&quot;&amp;</code></pre>',
  )
  expect(block('x"><script>', '')).toContain('data-language="x&quot;&gt;&lt;script&gt;"')
})
