import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { reportSettings } from '../../../server/admin/config.ts'
import { runCommand } from '../../../server/admin/run.ts'
import { createTools } from '../../../server/admin/tools.ts'
import { readSettingTexts } from '../../../server/config/config-file.ts'
import { ConfigError, readConfig, settings } from '../../../server/config/config.ts'
import { urlsOfHosts } from '../../../server/lib/database-hosts.ts'
import type { Setting } from '../../../server/config/settings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'passport-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function fileOf(content: unknown): string {
  const file = path.join(folder, `settings-${++files}.json`)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

describe('the file of settings', () => {
  test('is used if the environment has no value', () => {
    const CONFIG_FILE = fileOf({
      PORT: 5001,
      RESEND_SECONDS: 30,
      HOST_PAGE_ORIGINS: ['http://a.example', 'http://b.example'],
    })
    const config = readConfig(readSettingTexts({ CONFIG_FILE, PORT: '', RESEND_SECONDS: '20' }))
    expect(config).toMatchObject({
      PORT: 5001,
      RESEND_SECONDS: 20,
      HOST_PAGE_ORIGINS: ['http://a.example', 'http://b.example'],
    })
  })

  test('overrides common variables of the shell', () => {
    const CONFIG_FILE = fileOf({ LOG_LEVEL: 'debug' })
    expect(readSettingTexts({ CONFIG_FILE }, { LOG_LEVEL: 'warn' }).LOG_LEVEL).toBe('debug')
    expect(readSettingTexts({}, { LOG_LEVEL: 'warn' }).LOG_LEVEL).toBe('warn')
  })

  test.each([
    [{ PROT: 1 }, 'names "PROT", which is no setting; did you mean PORT?'],
    [{ resend_second: 1 }, 'which is no setting; did you mean RESEND_SECONDS?'],
    [{ FAVOURITE_COLOUR: 'red' }, 'names "FAVOURITE_COLOUR", which is no setting.'],
    [{ CONFIG_FILE: 'other.json' }, 'names "CONFIG_FILE", which is no setting'],
    [{ PORT: { at: 1 } }, 'sets PORT to neither text, a number, nor a list of texts.'],
    [{ PORT: 'many' }, 'PORT is "many", but must be a whole number from 0 to 65535.'],
    ['[]', 'must hold a JSON object'],
    ['{', 'is not JSON'],
  ])('with %j stops the start with one sentence', (content, sentence) => {
    const CONFIG_FILE = fileOf(content)
    expect(() => readConfig(readSettingTexts({ CONFIG_FILE }))).toThrow(ConfigError)
    expect(() => readConfig(readSettingTexts({ CONFIG_FILE }))).toThrow(sentence)
  })

  test.each(['deploying', 'operations'])('is enough as docs/%s.md has it', (name) => {
    const text = readFileSync(`docs/${name}.md`, 'utf8')
    const [, example = ''] = /```json\n([^]*?)```/.exec(text) ?? []
    // The reader makes the keys.
    const CONFIG_FILE = fileOf(example.replaceAll(/"\w+": "[^"]*43 characters[^"]*",/g, ''))
    const config = readConfig(readSettingTexts({ CONFIG_FILE, NODE_ENV: 'production' }))
    expect(config.PUBLIC_ORIGIN).toBe('https://id.example.com')
  })

  test('must exist if it is named', () => {
    expect(() => readSettingTexts({ CONFIG_FILE: '/nonexistent.json' })).toThrow('cannot be read')
  })
})

describe('the command config', () => {
  test('prints each value with its source', () => {
    const CONFIG_FILE = fileOf({ RESEND_SECONDS: 30 })
    const shown = reportSettings({ CONFIG_FILE, PORT: '5001' })
    const byName = Object.fromEntries(shown.map(({ name, ...rest }) => [name, rest]))
    expect(Object.keys(byName)).toEqual(Object.keys(settings))
    expect(byName.PORT).toMatchObject({ value: '5001', source: 'environment', default: '4321' })
    expect(byName.RESEND_SECONDS).toMatchObject({ value: '30', source: 'file', default: '60' })
    expect(byName.PUBLIC_ORIGIN).toMatchObject({
      value: 'http://localhost:5001',
      source: 'default',
    })
  })

  test('prints no secret and no password of an address', async () => {
    const lines: string[] = []
    const env = {
      SERVER_SECRET: 's'.repeat(43),
      SMS_TOKEN: 'token-of-the-gateway',
      SMTP_URL: 'smtps://mailer:open-sesame@mail.example.com',
      DATABASE_URL: 'postgres://passport:open-sesame@db1,db2:5433/passport',
      SMS_URL: 'https://sms.example.com/send?key=open-sesame',
      MAIL_FROM: 'id@example.com',
    }
    for (const typed of [['config'], ['config', '--json']]) {
      const tools = { ...createTools(env), print: (line: string) => void lines.push(line) }
      expect(await runCommand(typed, tools, () => {})).toBe(0)
    }
    const text = lines.join('\n')
    expect(text).toContain('smtps://mailer:...@mail.example.com')
    expect(text).toContain('postgres://passport:...@db2:5433/passport')
    expect(text).toContain('id@example.com')
    expect(text).not.toMatch(/ssss|token-of|open-sesame/)
  })

  test.each([
    ['postgres://db1:5432,db2:5433/passport?target_session_attrs=read-write', 2],
    ['postgresql://ann:p%40ss@db1/passport', 1],
    ['postgres://db1,/passport', 0],
    ['postgres://db1/passport?target_session_attrs=standby', 0],
    ['mysql://db1/passport', 0],
  ])('finds the hosts of %s', (url, hosts) => {
    expect(urlsOfHosts(url)).toHaveLength(hosts)
    expect(urlsOfHosts(url).join(' ')).not.toContain('target_session_attrs')
  })

  test('refuses an address of a database that cannot be used', () => {
    const url = 'postgres://db1/passport?target_session_attrs=standby'
    expect(() => readConfig({ DATABASE_URL: url })).toThrow('postgres://user@db1,db2:5433/name')
  })

  test('hides settings whose names look secret', () => {
    for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
      if (!/_(?:SECRET|TOKEN|PASSWORD|KEY)$/.test(name)) continue
      expect(setting.show?.('open-sesame'), name).toBe('(hidden)')
    }
  })
})
