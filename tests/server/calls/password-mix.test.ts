import { hashSync } from '@node-rs/bcrypt'
import { expect, test, vi } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { countDueForms } from '../../../server/passwords/count-forms.ts'
import { createPasswordMix } from '../../../server/passwords/password-mix.ts'
import { onStatement } from '../../support/databases.ts'
import { givePassword } from '../../support/give-password.ts'
import { observePair } from '../../support/observe-pair.ts'
import { createTestServer, testSecrets, type TestServer } from '../../support/test-server.ts'

const bcrypted = hashSync('seven quiet otters', 4)

async function count({ app }: TestServer) {
  await countDueForms(app.services)
  await app.services.passwordMix.read()
  const counted = await app.services.passwordForms.counted()
  return Object.fromEntries(counted.map(({ accounts, form }) => [form, accounts]))
}

test('counts forms hourly, once there are foreign ones', async () => {
  const server = await createTestServer()
  const people = [await server.person(), await server.person(), await server.person()]
  expect(await count(server)).toEqual({})
  await givePassword(server, people[0]!.userId, bcrypted)
  expect(await count(server)).toEqual({ '': 2, 'bcrypt 04': 1 })
  await givePassword(server, people[1]!.userId, bcrypted)
  server.clock.passSeconds(3599)
  expect(await count(server)).toEqual({ '': 2, 'bcrypt 04': 1 })
  server.clock.passSeconds(1)
  expect(await count(server)).toEqual({ '': 1, 'bcrypt 04': 2 })
})

test('forgets foreign forms when the last account has left them', async () => {
  const server = await createTestServer()
  const { email, password, userId } = await server.person()
  await givePassword(server, userId, hashSync(password, 4))
  expect(await count(server)).toEqual({ 'bcrypt 04': 1 })
  await server.client().call(passwordLogin, { email, password })
  server.clock.passSeconds(3600)
  expect(await count(server)).toEqual({})
})

test('gives unknown logins the forms of known ones, each always the same', async () => {
  const shares = { '': 5000, 'bcrypt 10': 3000, 'scrypt ln=14,r=8,p=1': 2000 }
  const logins = Array.from({ length: 10_000 }, (_, at) => `person${at}@example.com`)
  const mixOf = async (accounts: Record<string, number>) => {
    const counts = Object.entries(accounts).map(([form, n]) => ({ form, accounts: n }))
    const repository = {
      counted: () => Promise.resolve(counts.map((one) => ({ ...one, countedAt: 0 }))),
    }
    const mix = createPasswordMix(repository, testSecrets)
    await mix.read()
    return mix
  }
  const mix = await mixOf(shares)
  const drawn = logins.map(mix.formFor)
  expect(logins.map((await mixOf(shares)).formFor)).toEqual(drawn)
  for (const [form, share] of Object.entries(shares)) {
    const times = drawn.filter((one) => one === form).length
    expect(Math.abs(times - share)).toBeLessThan(200)
  }
  // People of one product sign in: others keep their form, as accounts do.
  const later = await mixOf({ ...shares, '': 6000, 'bcrypt 10': 2000 })
  const changes = logins.flatMap((login, at) => {
    const form = later.formFor(login)
    return form === drawn[at] ? [] : [`${drawn[at]} to ${form}`]
  })
  expect(changes.filter((change) => change.startsWith(' to'))).toEqual([])
  expect(changes.length).toBeLessThan(1500)
})

test('takes as long for unknown logins as for some account, by the same statements', async () => {
  // Otherwise a worker's poll could add a statement to one of the calls.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const server = await createTestServer()
  const { email, userId } = await server.person()
  await givePassword(server, userId, hashSync('any', 12))
  await count(server)
  const observe = async (login: string) => {
    await server.settled()
    const statements: string[] = []
    const stop = onStatement((sql) => statements.push(sql))
    const { user, system } = process.cpuUsage()
    const { error } = await server.client().call(passwordLogin, { email: login, password: 'wrong' })
    const used = process.cpuUsage({ user, system })
    stop()
    return { error, statements, ms: (used.user + used.system) / 1000 }
  }
  const [known, unknown] = await observePair(async (nobody) => [
    await observe(email),
    await observe(nobody),
  ])
  expect(unknown.error).toBe('password_error')
  expect(unknown.statements).toEqual(known.statements)
  // Bcrypt, where a hash of ours takes less than a millisecond here.
  expect(unknown.ms).toBeGreaterThan(known.ms / 2)
})
