import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { hashSync } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { parseForeignHash } from '../../../server/passwords/foreign/foreign-hashes.ts'
import type { HashHelpers } from '../../../server/passwords/foreign/foreign-form.ts'
import { toStoredForm } from '../../../server/passwords/foreign/stored-form.ts'

const password = 'seven quiet otters'
const salt = Buffer.from('0123456789abcdef')
const base64 = (bytes: Buffer): string => bytes.toString('base64')
const pbkdf2 = (rounds: number, digest: string, bytes = 32): Buffer =>
  pbkdf2Sync(password, salt, rounds, bytes, digest)
const scrypt = scryptSync(password, salt, 64, { N: 2 ** 14, r: 8, p: 1 })
// bcrypt with a cost of one digit, as it is put together from numbers.
const cheap = hashSync(password, 8, salt)

const aspNet = (prf: number, digest: string): string => {
  const head = Buffer.alloc(13)
  head[0] = 1
  for (const [at, value] of [prf, 1000, salt.length].entries())
    head.writeUInt32BE(value, 1 + at * 4)
  return base64(Buffer.concat([head, salt, pbkdf2(1000, digest)]))
}

// None of the forms here needs one.
const helpers: HashHelpers = {
  crypt: () => Promise.reject(new Error('no thread')),
  signerKeyOf: () => Promise.resolve(undefined),
}

test.each([
  ['ASP.NET Identity 2', base64(Buffer.concat([Buffer.from([0]), salt, pbkdf2(1000, 'sha1')]))],
  ['ASP.NET Identity 3', aspNet(1, 'sha256')],
  ['ASP.NET Core 8', aspNet(2, 'sha512')],
  ['Django', `pbkdf2_sha256$1000$${salt.toString()}$${base64(pbkdf2(1000, 'sha256'))}`],
  [
    'passlib',
    `$pbkdf2-sha256$1000$${base64(salt).replaceAll('=', '')}$${base64(pbkdf2(1000, 'sha256')).replaceAll('=', '').replaceAll('+', '.')}`,
  ],
  [
    'passport-local-mongoose',
    `$pbkdf2-sha256$i=1000$${base64(salt)}$${base64(pbkdf2(1000, 'sha256', 512))}`,
  ],
  ['Spring', `{bcrypt}${hashSync(password, 10, salt)}`],
  ['Spring with scrypt', `{scrypt@SpringSecurity_v5_8}$e0801$${base64(salt)}$${base64(scrypt)}`],
  ['scrypt of Lambdaworks', `$s0$e0801$${base64(salt)}$${base64(scrypt)}`],
  ['Werkzeug', `pbkdf2:sha256:1000$${salt.toString()}$${pbkdf2(1000, 'sha256').toString('hex')}`],
  ['Werkzeug with scrypt', `scrypt:16384:8:1$${salt.toString()}$${scrypt.toString('hex')}`],
  ['Nextcloud', `1|${hashSync(password, 10, salt)}`],
  ['a cost of one digit', cheap.replace('$08$', '$8$')],
])('verifies a hash as %s writes it', async (_name, typed) => {
  const hash = parseForeignHash(toStoredForm(typed))
  expect(hash).toMatchObject({ isTaken: true })
  const matches = hash.isTaken ? hash.matches : undefined
  expect(await matches?.(password, helpers)).toBe(true)
  expect(await matches?.(`${password}!`, helpers)).toBe(false)
})

test.each([
  '',
  'plain text',
  'AAAA',
  `A${'A'.repeat(80)}`,
  'pbkdf2:md5:1$a$b',
  'scrypt:x:8:1$a$00',
  '{noop}plain',
])('takes %j for no hash', (typed) => {
  expect(parseForeignHash(toStoredForm(typed))).toMatchObject({ reason: 'unknown_form' })
})
