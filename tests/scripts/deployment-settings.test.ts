import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, settings } from '../../server/config/config.ts'
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

/** Returns what follows in files of `deploy/` after each of some words, once. */
function valuesAfter(words: RegExp, value: RegExp, names = /./): string[] {
  const pattern = new RegExp(`(?<=${words.source})${value.source}`, 'g')
  const read = files.filter(({ name }) => names.test(name))
  return [...new Set(read.flatMap(({ text }) => text.match(pattern) ?? []))]
}

test('leads everybody to the port of the server, and asks it by the paths of its health', () => {
  const port = /passport-\d:|containerPort: |\bPORT=|EXPOSE |PORT \|\| /
  expect(valuesAfter(port, /\d+/)).toEqual([String(readConfig({}).PORT)])
  const health = valuesAfter(/health_uri |httpGet: \{ path: |4321\}/, /\/\w+/)
  expect(health.toSorted()).toEqual(['/healthz', '/readyz'])
})

test('keeps data and settings where a volume, a secret or a folder of the unit is', () => {
  const data = /\bDATA_DIR=|VOLUME |data-\d:|name: data, mountPath: |chown 10001:10001 /
  expect(valuesAfter(data, /\/\w+/, /Dockerfile|compose|kubernetes/)).toEqual(['/data'])
  expect(valuesAfter(/DATA_DIR=\/var\/lib\/|StateDirectory=/, /.+/, /service/)).toEqual([
    'passport',
  ])
  expect(valuesAfter(/COMPILE_CACHE=\/var\/cache\/|CacheDirectory=/, /\w+/, /service/)).toEqual([
    'passport',
  ])
  expect(valuesAfter(/CONFIG_FILE: /, /.+/, /compose/)).toEqual(['/run/secrets/config.json'])
  const mounted = /CONFIG_FILE, value: |name: config, mountPath: /
  expect(valuesAfter(mounted, /[^ ,]+/, /kubernetes/)).toEqual([
    '/etc/passport/config.json',
    '/etc/passport',
  ])
})

test('gives settings no value that stops the start', () => {
  const pairs = files.flatMap(({ text }) =>
    [...text.matchAll(/\b([A-Z]\w+)(?:=|: |, value: )'?([^\s'}]+)/g)].map(([, ...pair]) => pair),
  )
  const given = pairs.filter(([name = '']) => Object.hasOwn(settings, name))
  expect(given.map(([name]) => name)).toContain('TRUSTED_PROXIES')
  const mail = { SMTP_URL: 'smtps://mail.example.com', MAIL_FROM: 'id@example.com' }
  for (const [name = '', value = ''] of given) {
    expect(() => readConfig({ ...mail, [name]: value }), `${name} ${value}`).not.toThrow()
  }
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
