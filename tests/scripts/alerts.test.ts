import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/lib/prepare.mjs'

const script = path.join(root, 'scripts/check-alerts.ts')
const missing = 'not checked: promtool is missing\n'

function check(cwd: string, env = process.env): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd,
    env,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

test('says that nothing was checked where promtool is missing', () => {
  expect(check(root, { ...process.env, PATH: '/nonexistent' })).toEqual({
    status: 0,
    said: missing,
  })
})

test.each([
  ['deploy/alerts.yml', 'expr: up{', 'exprr: up{'],
  ['deploy/alerts.yml', 'humanizeDuration', 'humaniseDuration'],
  ['deploy/alerts.yml', 'passport_hashes_waiting >', 'passport_hashes_wating >'],
  ['deploy/prometheus.yml', 'scrape_configs', 'scrape_config'],
])('a misspelling in %s fails the check: %s', (file, right, wrong) => {
  const copy = mkdtempSync(path.join(tmpdir(), 'passport-alerts-'))
  onTestFinished(() => rmSync(copy, { recursive: true }))
  for (const folder of ['deploy', 'tests/deploy']) {
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true })
  }
  const text = readFileSync(path.join(copy, file), 'utf8')
  expect(text).toContain(right)
  writeFileSync(path.join(copy, file), text.replace(right, wrong))
  const { status, said } = check(copy)
  // Where it is missing, CI installs nothing for it.
  expect(status).toBe(said === missing ? 0 : 1)
})
