import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildElement } from '../../scripts/build-element.ts'

const outDir = mkdtempSync(path.join(tmpdir(), 'passport-element-'))
const at = (name: string): string => path.join(outDir, name)

afterAll(() => rmSync(outDir, { recursive: true }))

test('keeps scripts of earlier versions and pins those of its own version', async () => {
  const old = ['0.0.9/passport-login.js', '0.0.9/assets/main-Ab12Cd3.js']
  for (const name of [...old, 'assets/main-Ab12Cd3.js']) {
    mkdirSync(path.dirname(at(name)), { recursive: true })
    writeFileSync(at(name), 'export {}')
  }
  const { pinned } = await buildElement({ outDir })
  for (const name of old) expect(existsSync(at(name)), name).toBe(true)
  expect(existsSync(at('assets/main-Ab12Cd3.js'))).toBe(false)

  expect(Object.keys(pinned).toSorted()).toEqual([
    'passport-account',
    'passport-enterprise',
    'passport-login',
    'passport-login.lite',
  ])
  for (const { file, integrity } of Object.values(pinned)) {
    const code = readFileSync(at(file), 'utf8')
    expect(`sha384-${createHash('sha384').update(code).digest('base64')}`).toBe(integrity)
    const imported = Array.from(
      code.matchAll(/["'`]\.\/(assets\/[^"'`]+\.js)/g),
      ([, name]) => name,
    )
    expect(imported.length, file).toBeGreaterThan(0)
    for (const name of imported) {
      expect(existsSync(at(path.join(path.dirname(file), name ?? ''))), name).toBe(true)
    }
  }
}, 60_000)
