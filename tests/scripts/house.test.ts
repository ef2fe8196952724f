import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/lib/prepare.mjs'

/** Returns what the house rules say about a new project with this file. */
function check(file: string, text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-house-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
  const script = path.join(root, 'scripts/check-house.ts')
  return spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' }).stderr
}

test('refuses classes and parts of the element in a sheet of the site', () => {
  expect(check('src/styles/a.css', 'p {}\n.entry .pl-card {}\n')).toBe(
    "src/styles/a.css:2: .pl-card is the element's own; a page sets its custom properties\n",
  )
  expect(check('src/pages/a.astro', '<style>x::part(card) {}</style>')).toContain('::part')
  expect(check('src/styles/a.css', ".entry [data-part='card'] {}\n")).toContain('[data-part')
})
