import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { precompress } from '../../scripts/lib/precompress.ts'

const long = (text: string): string => `<p>${text}</p>`.repeat(100)

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'precompress-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

test('compresses files above a minimum size with both algorithms', async () => {
  const folder = folderOf({ 'a.html': long('one'), 'b/c.css': 'short', 'd.png': long('picture') })
  await precompress(folder)
  expect(brotliDecompressSync(readFileSync(path.join(folder, 'a.html.br'))).toString()).toBe(
    long('one'),
  )
  expect(gunzipSync(readFileSync(path.join(folder, 'a.html.gz'))).toString()).toBe(long('one'))
  for (const name of ['b/c.css.br', 'd.png.br']) {
    expect(statSync(path.join(folder, name), { throwIfNoEntry: false })).toBeUndefined()
  }
})

test('reuses only unchanged files of the previous build', async () => {
  const before = folderOf({
    'same.html': long('same'),
    'same.html.br': 'kept',
    'same.html.gz': 'kept',
    'new.html': long('old'),
    'new.html.br': 'old',
    'new.html.gz': 'old',
  })
  const folder = folderOf({ 'same.html': long('same'), 'new.html': long('new') })
  await precompress(folder, before)
  expect(readFileSync(path.join(folder, 'same.html.br'), 'utf8')).toBe('kept')
  expect(brotliDecompressSync(readFileSync(path.join(folder, 'new.html.br'))).toString()).toBe(
    long('new'),
  )
})
