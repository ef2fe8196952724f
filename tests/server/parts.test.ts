import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { getCountries, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { createIds } from '../../server/accounts/ids.ts'
import { callingCode, maskEmail, maskMobile, toMobile } from '../../server/accounts/recipients.ts'
import { ConfigError, readConfig, settings } from '../../server/config/config.ts'
import { safeNext } from '../../server/http/safe-next.ts'
import { addressPrefix, createAddressReader } from '../../server/lib/address.ts'
import { createConcurrencyLimit } from '../../server/lib/concurrency-limit.ts'
import { createPasswords } from '../../server/passwords/passwords.ts'
import { PassportError } from '../../server/lib/passport-error.ts'
import { loadSecrets } from '../../server/config/secrets.ts'
import { describeDevice } from '../../server/lib/describe-device.ts'

const never = new AbortController().signal

describe('settings', () => {
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
    [{ HOST_PAGE_ORIGINS: 'shop.example' }, 'HOST_PAGE_ORIGINS is "shop.example", but'],
    [{ TRUSTED_PROXIES: 'everyone' }, 'TRUSTED_PROXIES is "everyone", but'],
    [{ TRUSTED_PROXIES: '10.0.0.0/99' }, 'TRUSTED_PROXIES is "10.0.0.0/99", but'],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, abc' }, 'TRUSTED_PROXIES is "10.0.0.0/8, abc", but'],
  ])('explains %j in one sentence', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(sentence)
  })

  test('have defaults that work on one machine', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      PORT: 4321,
      PUBLIC_ORIGIN: 'http://localhost:4321',
      PLAINTEXT_SENSITIVE: 'accept',
      hasDevMailbox: true,
      isHttps: false,
    })
    for (const { about } of Object.values(settings)) expect(about).toMatch(/\.$/)
  })

  test('are all in the README, with what they do', () => {
    const readme = readFileSync(path.join(import.meta.dirname, '../../server/README.md'), 'utf8')
    for (const [name, { about }] of Object.entries(settings)) {
      expect(readme).toContain(`\`${name}\``)
      expect(readme).toContain(about)
    }
  })

  test('refuse plain fields and hide the mailbox where others can reach the server', () => {
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
})

describe('secrets', () => {
  test('are made once, for this user only, and stay', () => {
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
    rmSync(folder, { recursive: true })
  })
})

describe('safeNext', () => {
  const home = 'https://id.example.com'
  const follow = (next: string | undefined): string =>
    safeNext(next, home, (origin) => origin === 'https://shop.example.com')

  test.each([
    ['/account-setting', '/account-setting'],
    ['/blog?page=2#top', '/blog?page=2#top'],
    ['blog', '/blog'],
    ['https://id.example.com/x', '/x'],
    ['https://shop.example.com/cart?a=1', 'https://shop.example.com/cart?a=1'],
  ])('follows %s', (next, expected) => {
    expect(follow(next)).toBe(expected)
  })

  test.each([
    undefined,
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%09//evil.example/../..//evil.example',
    '/.//evil.example',
    ' https://evil.example',
    'https:evil.example',
    'https://evil.example',
    'http://id.example.com',
    'https://id.example.com@evil.example/',
    'https://user@shop.example.com/',
    'https://user:pw@id.example.com/',
    'https://id.example.com.evil.example/',
    'https://shop.example.com:444/',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://id.example.com/',
    'https://[::1',
  ])('goes to the start page instead of %s', (next) => {
    const result = follow(next)
    expect(new URL(result, home).origin).toBe(home)
    expect(result).not.toMatch(/^\/[/\\]/)
  })
})

describe('addresses', () => {
  test.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000:ffff::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, prefix) => {
    expect(addressPrefix(address)).toBe(prefix)
  })

  test('believes a forwarded address only from a configured proxy', () => {
    const trusting = createAddressReader(['10.0.0.0/8', '::1'])
    expect(trusting('192.0.2.1', '203.0.113.5')).toBe('192.0.2.1')
    expect(trusting('10.1.2.3', '203.0.113.5')).toBe('203.0.113.5')
    expect(trusting('10.1.2.3', '1.1.1.1, 203.0.113.5, 10.0.0.9')).toBe('203.0.113.5')
    expect(trusting('::ffff:10.1.2.3', 'nonsense')).toBe('10.1.2.3')
    expect(createAddressReader([])('10.1.2.3', '203.0.113.5')).toBe('10.1.2.3')
    // Some proxies write the port as well.
    expect(trusting('10.1.2.3', '1.1.1.1:80, 203.0.113.5:50123, 10.0.0.9:443')).toBe('203.0.113.5')
    expect(trusting('10.1.2.3', '[2001:db8::5]:50123, [::1]')).toBe('2001:db8::5')
  })
})

describe('the gate before hashing', () => {
  test('runs a few at once, keeps the order, and says busy beyond its line', async () => {
    const gate = createConcurrencyLimit(2, 2)
    const done: number[] = []
    let most = 0
    let running = 0
    const job = (number: number) => async (): Promise<void> => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running--
      done.push(number)
    }
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => gate.run(never, job(n))))
    expect(results.map(({ status }) => status)).toEqual([
      ...Array<string>(4).fill('fulfilled'),
      'rejected',
    ])
    expect(done).toEqual([1, 2, 3, 4])
    expect(most).toBe(2)
  })

  test('does no work for callers that have left', async () => {
    const gate = createConcurrencyLimit(1, 5)
    const gone = new AbortController()
    let worked = 0
    const first = gate.run(never, () => new Promise<void>((resolve) => setTimeout(resolve, 5)))
    const second = gate.run(gone.signal, () => Promise.resolve(worked++))
    gone.abort()
    await expect(second).rejects.toBeInstanceOf(PassportError)
    await first
    expect(worked).toBe(0)
    await expect(gate.run(never, () => Promise.resolve(7))).resolves.toBe(7)
  })
})

describe('passwords', () => {
  test('are hashed by Argon2id with 19 MiB and two passes, and checked under NFKC', async () => {
    const passwords = createPasswords(readConfig({}))
    const stored = await passwords.hash('ﬁne otters', never)
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const turn = (): Promise<void> => Promise.resolve()
    expect(await passwords.verify(stored, 'fine otters', never, turn, turn)).toBe(true)
    expect(await passwords.verify(stored, 'fine otter', never, turn, turn)).toBe(false)
    expect(await passwords.verify(undefined, 'fine otters', never, turn, turn)).toBe(false)
  })

  test('that were hashed more cheaply are known as such', async () => {
    const weak = createPasswords(readConfig({ HASH_MEMORY_KIB: '64', HASH_PASSES: '1' }))
    const strong = createPasswords(readConfig({ HASH_MEMORY_KIB: '128', HASH_PASSES: '1' }))
    const stored = await weak.hash('seven quiet otters', never)
    expect(strong.isOutdated(stored)).toBe(true)
    expect(weak.isOutdated(stored)).toBe(false)
    expect(weak.isOutdated(await strong.hash('seven quiet otters', never))).toBe(false)
  })
})

test('ids rise, fit a JSON number, and stay apart within one millisecond', () => {
  let now = Date.UTC(2026, 10, 21)
  const makeId = createIds(() => now, 63)
  const ids = Array.from({ length: 500 }, (_, at) => {
    if (at === 250) now -= 10_000
    return makeId()
  })
  expect(new Set(ids).size).toBe(500)
  expect(ids.map(Number)).toEqual(ids.map(Number).toSorted((one, other) => one - other))
  for (const id of ids) {
    expect(Number.isSafeInteger(Number(id))).toBe(true)
    expect(String(Number(id))).toBe(id)
  }
})

test('addresses are masked so that only their owner knows them', () => {
  expect(maskEmail('ann@example.com')).toBe('a***@example.com')
  expect(maskEmail('')).toBe('')
  expect(maskMobile('+8613800138000')).toBe('138****8000')
  expect(maskMobile('+14155550100')).toBe('415****0100')
  expect(maskMobile('+37212345')).toBe('1****2345')
})

test('mobile numbers are read with the calling code they come with', () => {
  expect(toMobile('090 1234 5678'.replaceAll(' ', ''), '81').address).toBe('+819012345678')
  expect(toMobile('008613800138000', undefined).address).toBe('+8613800138000')
  expect([callingCode('+819012345678'), callingCode('+15550100'), callingCode('')]).toEqual([
    81, 1, 0,
  ])
})

test.each([
  ['+8109012345678', undefined, '+819012345678'],
  ['09012345678', '81', '+819012345678'],
  ['89161234567', '7', '+79161234567'],
  ['+390612345678', undefined, '+390612345678'],
  ['+14155550100', '81', '+14155550100'],
])('reads %s of %s without what is dialled only within a country', (typed, region, number) => {
  expect(toMobile(typed, region).address).toBe(number)
})

test.each([
  ['+9991234567', undefined],
  ['+0123456789', undefined],
  ['+81901234', undefined],
  ['+8190123456789012', undefined],
  ['+141555501000', undefined],
  ['9012345678', undefined],
  ['9012345678', '999'],
  ['0901', '81'],
  ['+819012345678;ext=1', undefined],
  ['٠٩٠١٢٣٤٥٦٧٨', '81'],
])('takes no number that no phone can have: %s of %s', (typed, region) => {
  expect(() => toMobile(typed, region)).toThrow('malformed')
})

test('leaves the mobile numbers of every country as they are, and what it made of one', () => {
  for (const country of getCountries()) {
    const number = getExampleNumber(country, examples)?.number ?? ''
    expect(toMobile(number, undefined).address).toBe(number)
  }
  expect(() => toMobile('+97100548303923', undefined)).toThrow('malformed')
})

test('devices are named as people know them', () => {
  const names = {
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605':
      'Safari on macOS',
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140 Safari/537 Edg/140':
      'Edge on Windows',
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537 Chrome/140 Mobile Safari/537':
      'Chrome on Android',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604':
      'Safari on iPhone',
    'curl/8.5': '',
  }
  for (const [agent, name] of Object.entries(names)) expect(describeDevice(agent)).toBe(name)
})
