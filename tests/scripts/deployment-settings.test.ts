import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { settingsIn, unknownSettings } from '../../scripts/deployment/unknown-settings.ts'
import { root } from '../../scripts/lib/prepare.mjs'

const folder = path.join(root, 'deploy')
const files = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(path.join(folder, name), 'utf8'),
}))

test.each(files)('names no setting in deploy/$name that does not exist', ({ text }) => {
  expect(unknownSettings(text)).toEqual([])
})

test('listens in the image where its health check asks, whatever the file of settings says', () => {
  const image = files.find(({ name }) => name === 'Dockerfile')?.text
  expect(image).toMatch(/^ENV [^#]*\bPORT=4321\b/m)
  expect(image).toContain('EXPOSE 4321')
})

test('finds each setting of deploy/ that is misspelt, wherever it stands', () => {
  const named = files.flatMap(({ name, text }) => settingsIn(text).map((one) => [name, one]))
  expect(named).toEqual(
    expect.arrayContaining([
      ['Dockerfile', 'HOST'],
      ['Dockerfile', 'DATA_DIR'],
      ['compose.yaml', 'TRUSTED_PROXIES'],
      ['kubernetes.yaml', 'DRAIN_SECONDS'],
      ['passport.service', 'CONFIG_FILE'],
      ['healthy.mjs', 'PORT'],
      ['first-start.mjs', 'LOG_LEVEL'],
    ]),
  )
  for (const { text } of files) {
    for (const setting of settingsIn(text)) {
      const wrong = text.replaceAll(setting, `${setting}S`)
      expect(unknownSettings(wrong)).toContain(`${setting}S`)
    }
  }
})

test('finds settings in small letters, which no server reads', () => {
  for (const { text } of files) {
    for (const setting of settingsIn(text).filter((one) => one.includes('_'))) {
      const small = setting.toLowerCase()
      expect(unknownSettings(text.replaceAll(setting, small))).toContain(small)
    }
  }
})
