import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../server/config/config.ts'
import { loadSecrets } from '../../../server/config/secrets.ts'

test('creates secrets once, readable by this user only', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-secrets-'))
  const config = readConfig({ DATA_DIR: folder })
  const first = loadSecrets(config)
  expect(statSync(path.join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  const second = loadSecrets(config)
  expect(second.keyed('code', 'a').equals(first.keyed('code', 'a'))).toBe(true)
  expect(first.keyed('code', 'a').equals(first.keyed('csrf', 'a'))).toBe(false)
  expect(first.keyed('code', 'a', 'b').equals(first.keyed('code', 'ab'))).toBe(false)
  writeFileSync(path.join(folder, 'secrets.json'), '{}')
  expect(() => loadSecrets(config)).toThrow('restore it from a backup')
  const below = readConfig({ DATA_DIR: path.join(folder, 'secrets.json') })
  expect(() => loadSecrets(below)).toThrow('no file can be made there (EEXIST)')
  rmSync(folder, { recursive: true })
})
