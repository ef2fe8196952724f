import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ensureInstalled } from '../../scripts/lib/prepare.mjs'

interface Package {
  version: string
  dev?: boolean
  optional?: boolean
}

const server = { version: '2.0.0' }
const tests = { version: '3.0.0', dev: true }
const lock: Record<string, Package> = {
  '': { version: '1.0.0' },
  server,
  tests,
  'other-system': { version: '4.0.0', optional: true },
}

/** Returns what npm is asked for in a folder with these installed packages. */
function npmOf(installed: Record<string, Package> | undefined, omitDev: boolean): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-prepare-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const marker = path.join(folder, 'asked')
  mkdirSync(path.join(folder, 'bin'))
  writeFileSync(path.join(folder, 'bin/npm'), `#!/bin/sh\necho "$*" > ${marker}\n`, { mode: 0o755 })
  writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: lock }))
  if (installed !== undefined) {
    mkdirSync(path.join(folder, 'node_modules'))
    writeFileSync(
      path.join(folder, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages: installed }),
    )
  }
  vi.stubEnv('PATH', `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}`)
  vi.spyOn(console, 'log').mockReturnValue()
  ensureInstalled(folder, { omitDev })
  return existsSync(marker) ? readFileSync(marker, 'utf8').trim() : 'nothing'
}

const npmCi = 'ci --no-audit --no-fund --loglevel=error'
const all = `${npmCi} --include=dev`
const serverAlone = `${npmCi} --omit=dev`

test.each<[string, Record<string, Package> | undefined, string, string]>([
  ['in a fresh clone', undefined, all, serverAlone],
  ['beside all but the packages of another system', { server, tests }, 'nothing', 'nothing'],
  ['beside the packages of the server alone', { server }, all, 'nothing'],
  ['beside another version', { server: { version: '1.9.0' }, tests }, all, serverAlone],
])('installs what is missing %s', (_, installed, forAll, forServer) => {
  expect(npmOf(installed, false)).toBe(forAll)
  expect(npmOf(installed, true)).toBe(forServer)
})
