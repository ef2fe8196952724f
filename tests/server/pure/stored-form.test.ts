import { pbkdf2Sync, scryptSync } from 'node:crypto'
import { hashSync } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { parseForeignHash } from '../../../server/passwords/foreign/foreign-hashes.ts'
import type { HashHelpers } from '../../../server/passwords/foreign/foreign-form.ts'
import { toStoredForm } from '../../../server/passwords/foreign/stored-form.ts'

const password = 'seven quiet otters'
const salt = Buffer.from('0123456789abcdef')
const base64 = (bytes: Buffer): string => bytes.toString('base64')
const ends = (hash: Buffer): string => [salt, hash].map(base64).join('$').replaceAll('=', '')
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
  [
    'Spring with PBKDF2 before 5.8',
    `{pbkdf2}${salt.toString('hex', 0, 8)}${pbkdf2Sync(password, salt.subarray(0, 8), 185_000, 32, 'sha1').toString('hex')}`,
  ],
  [
    'Spring with PBKDF2',
    `{pbkdf2@SpringSecurity_v5_8}${Buffer.concat([salt, pbkdf2(310_000, 'sha256')]).toString('hex')}`,
  ],
  ['Jira', `{PKCS5S2}${base64(Buffer.concat([salt, pbkdf2(10_000, 'sha1')]))}`],
  ['OpenLDAP', `{PBKDF2-SHA512}1000$${ends(pbkdf2(1000, 'sha512', 64))}`],
  ['OpenLDAP with SHA-1', `{PBKDF2}1000$${ends(pbkdf2(1000, 'sha1', 20))}`],
  ['passlib with SHA-1', `$pbkdf2$1000$${ends(pbkdf2(1000, 'sha1', 20))}`],
  ['Mattermost', `$pbkdf2$f=SHA256,w=1000,l=32$${ends(pbkdf2(1000, 'sha256'))}`],
  ['Adonis', `$scrypt$n=16384,r=8,p=1$${ends(scrypt)}`],
  [
    'Adonis with Argon2',
    '$argon2id$v=19$t=3,m=64,p=1$MDEyMzQ1Njc4OWFiY2RlZg$eynNDGVFqICB19UOJl38yIxwfFT9HOBjKhIzjqefzhE',
  ],
  // Made by @adonisjs/hash.
  [
    'Adonis with bcrypt',
    '$bcrypt$v=98$r=10$qdVx0TaYDV9qFCmd9auXTg$QIaqyuMwg4VXz2ETe5CZ+RfFdKsgaRw',
  ],
  ['scrypt of Lambdaworks', `$s0$e0801$${base64(salt)}$${base64(scrypt)}`],
  ['Werkzeug', `pbkdf2:sha256:1000$${salt.toString()}$${pbkdf2(1000, 'sha256').toString('hex')}`],
  ['Werkzeug with scrypt', `scrypt:16384:8:1$${salt.toString()}$${scrypt.toString('hex')}`],
  ['Nextcloud', `1|${hashSync(password, 10, salt)}`],
  // Made by passlib, and by its functions with the cost of a form before.
  [
    'passlib 1.7.3',
    '$bcrypt-sha256$v=2,t=2b,r=5$P5k1ggOTmGOXm5efkBFb8O$pAWjoLM7oEOmAVbfBj44S8GiKM8bu0G',
  ],
  ['passlib 1.7', '$bcrypt-sha256$2b,5$X.It/.bkNzbKUN21soF4tu$7qtHGjXC16ag6tPiLF4cIl/AY62XW2G'],
  ['passlib 1.6', '$bcrypt-sha256$2a,5$EoLiLWYO94GRH97KXwE48u$E/OrDbf6QNkY8y9cZBaXun/bfKDlTm6'],
  // Made by argon2-cffi and bcrypt of Python.
  [
    'Meteor with Argon2',
    '$argon2-sha256$argon2id$v=19$m=256,t=2,p=1$JXFgauWjyJE7+v3Phtf9NA$okzemF65LsDK2VAoYbhNMyLAgV50lQiEaSNE63vyaLE',
  ],
  ['Meteor', '$bcrypt-sha256$2b$05$owB0wg4SSyogJLO6n1QLPuheyXI6Z88dNvrsjEEtGt7r20z7G1QXy'],
  // Made by sodium of PHP.
  [
    'Magento 2',
    '7a4ce69ac01b15895751f0457c79ae3b6b7ca3403c28841230d595cfdfcd8c77:aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ:3_32_2_67108864',
  ],
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
  // Magento with SHA-256
  `${'ab'.repeat(32)}:aB3dE5gH7jK9mN1pQ3sT5vX7zB9dF1hJ:1`,
  `{pbkdf2}${'ab'.repeat(39)}`,
  '{pbkdf2}secret',
  '$scrypt$n=0,r=8,p=1$AAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAA',
])('takes %j for no hash', (typed) => {
  expect(parseForeignHash(toStoredForm(typed))).toMatchObject({ reason: 'unknown_form' })
})

// Made by Python from the parameters of a project.
const key = Buffer.from(Array.from({ length: 64 }, (_, at) => at))
const firebase =
  'AHNFEThIi3nrw6bw/RKVKLFP3vOc10ABBm2iuT7KRfabSDeWfrKCvmfROSqnFsNtCrojMFXAibgOiPKy+XApHA=='

test.each([
  ['SuperTokens', `$f_scrypt$${firebase}$MDEyMzQ1Njc4OQ==$m=14$r=8$s=Bw==`],
  ['Supabase', `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${base64(key)}$MDEyMzQ1Njc4OQ==$${firebase}`],
])(
  'verifies a hash of Firebase as %s writes it, by the key of its import',
  async (_name, typed) => {
    expect(parseForeignHash(toStoredForm(typed))).toMatchObject({ isTaken: false })
    const hash = parseForeignHash(toStoredForm(typed, '7'))
    const signerKeyOf = (id: string) => Promise.resolve(id === '7' ? key : undefined)
    const matches = hash.isTaken ? hash.matches : undefined
    expect(await matches?.(password, { ...helpers, signerKeyOf })).toBe(true)
    expect(await matches?.(`${password}!`, { ...helpers, signerKeyOf })).toBe(false)
  },
)
