import { expect, test } from 'vitest'
import { createCryptThread } from '../../../server/passwords/foreign/crypt-thread.ts'
import { dummyOf, parseForeignHash } from '../../../server/passwords/foreign/foreign-hashes.ts'
import { toSecrets } from '../../../server/config/secrets.ts'
import { createSignerKeys, sealSignerKey } from '../../../server/passwords/foreign/signer-key.ts'
import { toStoredForm } from '../../../server/passwords/foreign/stored-form.ts'
import { makeToken } from '../../../server/lib/tokens.ts'
import { foreignHashes, signerKey } from '../../support/foreign-hashes.ts'

const helpers = {
  crypt: createCryptThread(),
  signerKeyOf: (importId: string) => Promise.resolve(importId === '7' ? signerKey : undefined),
}
const anySalt = 'AAAAAAAAAAAAAAAAAAAAAA'
const anyHash = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

async function matches(stored: string, password: string): Promise<boolean> {
  const parsed = parseForeignHash(stored)
  if (!parsed.isTaken) throw new Error(`${parsed.reason}: ${stored}`)
  return await parsed.matches(password, helpers)
}

test.each(foreignHashes)('verifies $stored', async ({ password, stored }) => {
  expect(await matches(stored, password)).toBe(true)
  expect(await matches(stored, `${password}x`)).toBe(false)
  // An export has it as it is stored.
  expect(toStoredForm(stored)).toBe(stored)
})

test('makes a dummy of each form, which costs the same and matches nothing', async () => {
  const forms = foreignHashes.map(({ stored }) => formOf(stored))
  expect(new Set(forms).size).toBeGreaterThan(15)
  for (const form of new Set(forms)) {
    const dummy = dummyOf(form) ?? ''
    expect(formOf(dummy)).toBe(form)
    expect(await matches(dummy, '')).toBe(false)
  }
})

test('computes every form beside the main thread', async () => {
  // Otherwise the thread is started meanwhile.
  await helpers.crypt({ by: 'phpass', setting: '$P$5saltsalt', password: 'any' })
  for (const { password, stored } of foreignHashes) {
    const times: number[] = []
    while (times.length < 20 && !times.some((ms) => ms < 5)) {
      const before = process.threadCpuUsage()
      await matches(stored, password)
      const { system, user } = process.threadCpuUsage(before)
      times.push((user + system) / 1000)
    }
    expect(Math.min(...times), stored).toBeLessThan(5)
  }
})

function formOf(stored: string): string {
  const parsed = parseForeignHash(stored)
  return parsed.isTaken ? parsed.form : parsed.reason
}

test.each([
  ['$2b$31$', '.'.repeat(53)],
  ['$2b$15$', '.'.repeat(53)],
  ['$wp$2y$15$', '.'.repeat(53)],
  ['$argon2id$v=19$m=4194304,t=1,p=1$', `${anySalt}$${anyHash}`],
  ['$argon2id$v=19$m=64,t=17,p=1$', `${anySalt}$${anyHash}`],
  ['$scrypt$ln=20,r=8,p=1$', `${anySalt}$${anyHash}`],
  ['$scrypt$ln=1048576,r=8,p=1$', `${anySalt}$${anyHash}`],
  ['$scrypt$ln=14,r=8,p=999$', `${anySalt}$${anyHash}`],
  ['$firescrypt$ln=20,r=8,k=7$', `${anySalt}$${anyHash}${anyHash}`],
  ['$pbkdf2-sha256$i=1000000000$', `${anySalt}$${anyHash}`],
  ['$6$rounds=1000000000$abc$', '.'.repeat(86)],
  ['$P$S', '.'.repeat(30)],
])('takes no hash that costs too much: %s', (setting, rest) => {
  expect(parseForeignHash(setting + rest)).toEqual({ isTaken: false, reason: 'cost_too_high' })
})

test.each([
  '',
  'seven quiet otters',
  '!Vq3hXf8',
  '3cf61bf2a0ddda3814e734f97a69fc07',
  '$2b$10$short',
  '$2x$10$' + '.'.repeat(53),
  '$2b$03$' + '.'.repeat(53),
  '$argon2id$v=19$m=8,t=1,p=8$' + anySalt + '$' + anyHash,
  '$argon2id$v=19$m=64,t=0,p=1$' + anySalt + '$' + anyHash,
  '$argon2id$v=19$m=64,t=1,p=1$AA$' + anyHash,
  '$argon2id$v=19$m=99999999999,t=1,p=1$' + anySalt + '$' + anyHash,
  '$scrypt$ln=0,r=8,p=1$' + anySalt + '$' + anyHash,
  '$scrypt$ln=16383,r=8,p=1$' + anySalt + '$' + anyHash,
  '$pbkdf2-sha256$i=0$' + anySalt + '$' + anyHash,
  '$pbkdf2-md5$i=1000$' + anySalt + '$' + anyHash,
  '$6$rounds=10$abc$' + '.'.repeat(86),
  '$6$' + '$'.repeat(400),
  // No database of PostgreSQL takes the first, and none the second.
  '$6$a\0b$' + '.'.repeat(86),
  '$5$a\uD800b$' + '.'.repeat(43),
  '$P$' + '.'.repeat(1_000_000),
  '$firescrypt$ln=14,r=8,k=7$' + anySalt + '$' + anyHash,
])('takes no text that is no hash: %.60s', (text) => {
  expect(parseForeignHash(text)).toEqual({ isTaken: false, reason: 'unknown_form' })
})

test('refuses the passwords of Firebase by a wrong or lost key', async () => {
  const { password, stored } = foreignHashes.find((one) => one.stored.includes('k=7'))!
  expect(await matches(stored.replace('k=7', 'k=8'), password)).toBe(false)
  const parsed = parseForeignHash(stored)
  for (const key of [Buffer.alloc(64), Buffer.alloc(3)]) {
    const wrong = { ...helpers, signerKeyOf: () => Promise.resolve(key) }
    expect(parsed.isTaken && (await parsed.matches(password, wrong))).toBe(false)
  }
})

test('stores the key of Firebase encrypted, for one import alone', async () => {
  const secrets = toSecrets(makeToken(), makeToken())
  const stored = sealSignerKey(secrets, '7', signerKey)
  const lost: string[] = []
  const read: string[] = []
  const find = createSignerKeys(
    (importId) => {
      read.push(importId)
      return Promise.resolve(importId === '9' ? undefined : stored)
    },
    secrets,
    (importId) => lost.push(importId),
  )
  for (const importId of ['7', '8', '9']) {
    const expected = importId === '7' ? signerKey : undefined
    expect(await find(importId)).toEqual(expected)
    expect(await find(importId)).toEqual(expected)
  }
  expect(read).toEqual(['7', '8', '8', '9', '9'])
  expect(lost).toEqual(['8', '9'])
  const other = createSignerKeys(
    () => Promise.resolve(stored),
    toSecrets(makeToken(), makeToken()),
    () => lost.push('other'),
  )
  expect(await other('7')).toBeUndefined()
})

// By `openssl passwd`; implementations differ where a password is as long as the digest.
test.each([
  ['$5$Gx7kPq2v$MUKr96UrX2eCReT0Vlhtrvwqmh9VAcQS95oV6gxZfMD', 1],
  [
    '$6$Gx7kPq2v$JzkPG8AHqFBRB6yHGjzF./F/SQGBZqsTJfRCJjbXK27yJ4FUEajnAd0Ut4JWzLrp0HED27nzh4E0z2Uv1Xz7H0',
    2,
  ],
])('verifies crypt of a password as long as its digest: %.3s', async (stored, times) => {
  expect(await matches(stored, 'abcdefghijklmnopqrstuvwxyz012345'.repeat(times))).toBe(true)
})

// By PHP and passlib, of the password with backslashes, as forms of WordPress hand it on.
test.each([
  '$wp$2y$04$cJpAyETwBxIRDL0u7xmVUefLA0POEZz0ZhVrrkOmh4UFqIoc5n51y',
  '$P$518zUjLatMTCTWKOl121Q1w1pCJKhT1',
])('verifies a password with quotes, as WordPress hashes it: %s', async (stored) => {
  expect(await matches(stored, String.raw`it's "7" \o/`)).toBe(true)
  expect(await matches(stored, String.raw`its "7" \o/`)).toBe(false)
})
