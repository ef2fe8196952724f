import { hashSync } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { changePassword, resetByEmail } from '#protocol/web/password.ts'
import { givePassword } from '../../support/give-password.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTestServer, createTwoServers } from '../../support/test-server.ts'

const email = 'ann@example.com'
const old = 'seven quiet otters'
const chosen = 'nine loud herons'
const changed = 'eleven odd herons'

test('rejects the old password once a reset was answered', async () => {
  const [one, other] = await createTwoServers()
  await one.person({ email, password: old })
  const owner = one.client()
  await owner.call(sendCode, { email, type: 6 })
  const code = await one.codeFor(email)
  const thieves = Array.from({ length: 40 }, (_, at) => (at % 2 ? one : other).client())
  const [reset] = await Promise.all([
    retryWhileBusy(() => owner.call(resetByEmail, { email, code, password: chosen })),
    ...thieves.map((thief) => thief.call(passwordLogin, { email, password: old })),
  ])
  expect(reset.error).toBeUndefined()
  for (const thief of thieves) {
    const { error } = await retryWhileBusy(() => thief.call(accountInfo, {}))
    expect(error).toBe('session_expired')
  }
})

test('does not undo a reset by a concurrent change, or lets it come first', async () => {
  const [one, other] = await createTwoServers()
  const { client: thief } = await one.person({ email, password: old })
  one.clock.passSeconds(1)
  const owner = other.client()
  await owner.call(sendCode, { email, type: 6 })
  const code = await other.codeFor(email)
  const changes = Array.from({ length: 10 }, () =>
    thief.call(changePassword, { current_password: old, password: changed }),
  )
  const reset = await retryWhileBusy(() =>
    owner.call(resetByEmail, { email, code, password: chosen }),
  )
  await Promise.all(changes)
  // A change ends the codes that were asked for before it.
  const [password, answer] = reset.error === undefined ? [chosen] : [changed, 'code_expired']
  expect(reset.error).toBe(answer)
  const last = one.client()
  const login = await retryWhileBusy(() => last.call(passwordLogin, { email, password }))
  expect(login.error).toBeUndefined()
})

test('accepts concurrent sign-ins that renew the hash', async () => {
  const server = await createTestServer({ settings: { HASH_MEMORY_KIB: '16' } })
  await server.person({ email, password: old })
  const { query } = server.database
  const weak = await server.app.services.passwords.hash(old, new AbortController().signal)
  expect(
    server.app.services.passwords.isOutdated({ passwordHash: weak, passwordForm: '' }, old),
  ).toBe(false)
  const { hash } = await import('@node-rs/argon2')
  const options = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }
  await query
    .updateTable('accounts')
    .set({ passwordHash: await hash(old, options) })
    .execute()
  const logins = await Promise.all(
    Array.from({ length: 10 }, () => {
      const client = server.client()
      return retryWhileBusy(() => client.call(passwordLogin, { email, password: old }))
    }),
  )
  expect(logins.map(({ error }) => error)).toEqual(Array.from({ length: 10 }))
})

test('accepts two first sign-ins with a foreign hash at once', async () => {
  const [one, other] = await createTwoServers()
  const { userId } = await one.person({ email, password: old })
  await givePassword(one, userId, hashSync(old, 4))
  const logins = await Promise.all(
    [one, other, one, other].map((server) => {
      const client = server.client()
      return retryWhileBusy(() => client.call(passwordLogin, { email, password: old }))
    }),
  )
  expect(logins.map(({ error }) => error)).toEqual(Array.from({ length: 4 }))
  const account = await one.app.services.accounts.byId(userId)
  expect(account?.passwordForm).toBe('')
  expect(account?.passwordHash).toContain('$argon2id$')
})

test('a reset is not undone by a first sign-in with a foreign hash', async () => {
  const [one, other] = await createTwoServers()
  const { userId } = await one.person({ email, password: old })
  await givePassword(one, userId, hashSync(old, 10))
  const owner = one.client()
  await owner.call(sendCode, { email, type: 6 })
  const code = await one.codeFor(email)
  const [reset] = await Promise.all([
    retryWhileBusy(() => owner.call(resetByEmail, { email, code, password: chosen })),
    other.client().call(passwordLogin, { email, password: old }),
  ])
  expect(reset.error).toBeUndefined()
  const client = one.client()
  const login = await retryWhileBusy(() => client.call(passwordLogin, { email, password: chosen }))
  expect(login.error).toBeUndefined()
})
