import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig, settings } from '../../../server/config/config.ts'

test.each([
  [{ PORT: 'many' }, 'PORT is "many", but must be a whole number from 0 to 65535.'],
  [{ SITE_ORIGIN: 'https://a.example\'"' }, 'SITE_ORIGIN is'],
  [{ PUBLIC_ORIGIN: 'https://a.example/x' }, 'PUBLIC_ORIGIN is "https://a.example/x", but'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is "loud", but must be one of trace, debug'],
  [{ SERVER_SECRET: 'short' }, 'SERVER_SECRET is a value of another form, but must be 32 bytes'],
  [{ SMTP_URL: 'http://x' }, 'SMTP_URL is a value of another form, but must be an address'],
  [{ SMTP_URL: 'smtp://x' }, 'MAIL_FROM is not set, but SMTP_URL needs a sender'],
  [{ HOST: '0.0.0.0' }, 'SMTP_URL and SMS_URL are not set, but others can reach'],
  [{ PUBLIC_ORIGIN: 'https://a.example' }, 'SMTP_URL and SMS_URL are not set, but others can'],
  [{ NODE_ENV: 'production' }, 'SMTP_URL and SMS_URL are not set, but NODE_ENV is "production"'],
  [
    { PUBLIC_ORIGIN: 'https://a.example', SMTP_URL: 'smtps://x', MAIL_FROM: 'id@a.example' },
    'TRUSTED_PROXIES is not set, but whoever comes to https://a.example comes through a proxy',
  ],
  [{ HOST_PAGE_ORIGINS: 'shop.example' }, 'HOST_PAGE_ORIGINS is "shop.example", but'],
  [{ TRUSTED_PROXIES: 'everyone' }, 'TRUSTED_PROXIES is "everyone", but'],
  [{ TRUSTED_PROXIES: '10.0.0.0/99' }, 'TRUSTED_PROXIES is "10.0.0.0/99", but'],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, abc' }, 'TRUSTED_PROXIES is "10.0.0.0/8, abc", but'],
])('rejects %j with one sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError)
  expect(() => readConfig(env)).toThrow(sentence)
})

test('has defaults for one machine', () => {
  const config = readConfig({})
  expect(config).toMatchObject({
    PORT: 4321,
    PUBLIC_ORIGIN: 'http://localhost:4321',
    PLAINTEXT_SENSITIVE: 'accept',
    hasDevMailbox: true,
    isHttps: false,
  })
  for (const { description } of Object.values(settings)) expect(description).toMatch(/\.$/)
})

test('documents every setting in the README', () => {
  const readme = readFileSync(path.join(import.meta.dirname, '../../../server/README.md'), 'utf8')
  for (const [name, { description }] of Object.entries(settings)) {
    expect(readme).toContain(`\`${name}\``)
    expect(readme).toContain(description)
  }
})

test('refuses plain fields and hides the mailbox on a public server', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    SMTP_URL: 'smtps://mail.example.com',
    MAIL_FROM: 'id@example.com',
    PUBLIC_ORIGIN: 'https://id.example.com',
  })
  expect(config).toMatchObject({
    PLAINTEXT_SENSITIVE: 'refuse',
    hasDevMailbox: false,
    isHttps: true,
  })
})
