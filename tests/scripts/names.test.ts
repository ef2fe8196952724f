import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/lib/prepare.mjs'

const coined = { coinedName: 'startOAuth', otherCoinedName: 'startOAuth' }

/** Checks `server` and `tests` of a new project with these files. */
function check(files: Record<string, string>, names: object = coined): ReturnType<typeof run> {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-names-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [file, text] of Object.entries({
    ...files,
    'scripts/coined-names.json': JSON.stringify(names),
  })) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
  }
  return run(folder)
}

function run(folder: string): { status: number | null; stdout: string } {
  const script = path.join(root, 'scripts/check-names.ts')
  return spawnSync(process.execPath, [script, 'server', 'tests'], { cwd: folder, encoding: 'utf8' })
}

test('reports file, line and replacement', () => {
  const { status, stdout } = check({
    'server/a.ts': 'const a = 1\nvoid coinedName(a)\n',
    'tests/server/a.test.ts': "test('otherCoinedName', () => {})\n",
  })
  expect(stdout).toBe(
    'server/a.ts:2: coinedName; use startOAuth\ntests/server/a.test.ts:1: otherCoinedName; use startOAuth\n',
  )
  expect(status).toBe(1)
})

test('accepts longer identifiers, other names and other folders', () => {
  const { status, stdout } = check({
    'server/a.ts': 'const coinedNames = 1\nconst webId = coinedNames\n',
    'widget/src/a.ts': 'const coinedName = 1\n',
  })
  expect(stdout).toBe('')
  expect(status).toBe(0)
})

test('fails when the list is empty', () => {
  expect(check({ 'server/a.ts': '' }, {}).status).toBe(1)
})
