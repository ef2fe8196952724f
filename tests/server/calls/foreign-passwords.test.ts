import { hashSync } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { changePassword } from '#protocol/web/password.ts'
import { sealSignerKey } from '../../../server/passwords/foreign/signer-key.ts'
import { foreignHashes, signerKey } from '../../support/foreign-hashes.ts'
import { givePassword } from '../../support/give-password.ts'
import { createTestServer, testSecrets, type TestServer } from '../../support/test-server.ts'

const email = 'ann@example.com'
const bcrypted = (password: string) => hashSync(password, 4)

async function serverWith(passwordHash: string): Promise<TestServer> {
  const server = await createTestServer()
  const { userId } = await server.person({ email })
  await givePassword(server, userId, passwordHash)
  return server
}

async function signIn(server: TestServer, password: string): Promise<string | undefined> {
  return (await server.client().call(passwordLogin, { email, password })).error
}

async function stored({ database }: TestServer) {
  return await database.query
    .selectFrom('accounts')
    .select(['passwordHash', 'passwordForm'])
    .executeTakeFirstOrThrow()
}

// One of each kind; all are verified in tests/server/pure/foreign-hashes.test.ts.
const kinds = new Map(foreignHashes.map((one) => [one.stored.split('$')[1], one]))
kinds.delete('firescrypt')

test.each([...kinds.values()])(
  'takes the password of $stored, and hashes it anew',
  async ({ password, stored: hash }) => {
    const server = await serverWith(hash)
    expect(await signIn(server, `${password}x`)).toBe('password_error')
    expect((await stored(server)).passwordHash).toBe(hash)
    expect(await signIn(server, password)).toBeUndefined()
    const { passwordForm, passwordHash } = await stored(server)
    expect(passwordForm).toBe('')
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
    expect(await signIn(server, password)).toBeUndefined()
  },
)

test.each([
  ['as typed', 'ﬁne otters'],
  ['by NFKC', 'fine otters'],
  ['in parts', 'Z\u0075\u0308rich otters'],
  ['with emoji', '🦦 quiet otters 🦦'],
])('takes a password that was hashed %s', async (_how, hashed) => {
  const typed = hashed === 'fine otters' ? 'ﬁne otters' : hashed
  const server = await serverWith(bcrypted(hashed))
  expect(await signIn(server, typed)).toBeUndefined()
  expect(await signIn(server, typed.normalize('NFKC'))).toBeUndefined()
  expect((await stored(server)).passwordForm).toBe('')
})

test('keeps a hash of bcrypt, which reads nothing beyond 72 bytes', async () => {
  const password = 'o'.repeat(73)
  const hash = bcrypted(password)
  const server = await serverWith(hash)
  expect(await signIn(server, `${'o'.repeat(72)}x`)).toBeUndefined()
  expect((await stored(server)).passwordHash).toBe(hash)
  expect(await signIn(server, password)).toBeUndefined()
})

test('keeps a hash of WordPress, which leaves out spaces around the password', async () => {
  const { password, stored: hash } = kinds.get('wp')!
  const server = await serverWith(hash)
  expect(await signIn(server, ` ${password}`)).toBeUndefined()
  expect((await stored(server)).passwordHash).toBe(hash)
  expect(await signIn(server, password)).toBeUndefined()
  expect((await stored(server)).passwordForm).toBe('')
})

// Bcrypt begins a password anew at its zero byte.
test('takes no password with a zero byte', async () => {
  const server = await serverWith(bcrypted('otter'))
  expect(await signIn(server, 'otter\0otter')).toBe('bad_body')
})

test('replaces a kept hash when the password is changed', async () => {
  const long = 'quiet otters '.repeat(7)
  const server = await serverWith(bcrypted(long))
  const client = server.client()
  await client.call(passwordLogin, { email, password: long })
  const changed = `${long}and herons`
  const payload = { current_password: long, password: changed }
  expect((await client.call(changePassword, payload)).error).toBeUndefined()
  expect((await stored(server)).passwordForm).toBe('')
  expect(await signIn(server, changed)).toBeUndefined()
  expect(await signIn(server, long)).toBe('password_error')
})

test.each(['', 'plain', '$argon2id$v=19$m=1', '$9$a$b', '$2b$31$' + '.'.repeat(53)])(
  'refuses every password for the stored text "%s"',
  async (text) => {
    const server = await serverWith(text)
    expect(await signIn(server, text || 'any')).toBe('password_error')
    expect(await signIn(server, 'seven quiet otters')).toBe('password_error')
  },
)

test('takes the passwords of Firebase while the key of their import is there', async () => {
  const { password, stored: hash } = foreignHashes.find((one) => one.stored.includes('k=7'))!
  const server = await serverWith(hash)
  expect(await signIn(server, password)).toBe('password_error')
  expect(server.lines.filter((line) => line.includes('Firebase'))).toHaveLength(1)
  await server.app.services.imports.begin({
    id: '7',
    source: 'firebase',
    fileDigest: '',
    options: '{}',
    secret: sealSignerKey(testSecrets, '7', signerKey),
    state: 'done',
    read: 2,
    created: 2,
    skipped: 0,
    startedAt: 0,
    finishedAt: 1,
  })
  expect(await signIn(server, `${password}x`)).toBe('password_error')
  expect(await signIn(server, password)).toBeUndefined()
  expect((await stored(server)).passwordForm).toBe('')
})
