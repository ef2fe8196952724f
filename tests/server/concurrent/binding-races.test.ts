import { expect, test } from 'vitest'
import { emailBind, emailChange, mobileBind, mobileUnbind } from '#protocol/web/binding.ts'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { resetByTicket } from '#protocol/web/password.ts'
import { issueStepUpTicket } from '../../support/account-addresses.ts'
import { typeCommand } from '../../support/command.ts'
import type { Person } from '../../support/create-people.ts'
import { createTestServer } from '../../support/test-server.ts'

const mobile = '+819012345678'

test('accepts a ticket in one of fifty calls', async () => {
  const server = await createTestServer()
  const ann = await server.person({ mobile })
  const email = 'ann@example.com'
  await ann.client.call(sendCode, { email, type: 8 })
  await ann.client.call(emailBind, { email, code: await server.codeFor(email) })
  const ticket = await issueStepUpTicket(server, ann, 'mobile')
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ann.client.call(mobileUnbind, { ticket })),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})

test('adds a number to only one of twenty accounts at once', async () => {
  const server = await createTestServer()
  const people: Person[] = []
  for (let number = 0; number < 20; number++) people.push(await server.person())
  await people[0]?.client.call(sendCode, { mobile, type: 17 })
  const code = await server.codeFor(mobile)
  const answers = await Promise.all(
    people.map(({ client }) => client.call(mobileBind, { mobile, code })),
  )
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
  const owners = await server.database.query
    .selectFrom('accounts')
    .select('id')
    .where('mobile', '=', mobile)
    .execute()
  expect(owners).toHaveLength(1)
})

test('rejects a number that another account added in the meantime', async () => {
  const server = await createTestServer()
  const { transaction } = server.app.services
  const ann = await server.person()
  const bob = await server.person()
  const results = await Promise.all(
    [ann, bob]
      .map((person) =>
        transaction(async (tx) => {
          const isSet = await tx.accounts.setAddress(person.userId, 'mobile', null, mobile)
          if (!isSet) throw new Error('taken')
        }),
      )
      .map((done) =>
        done.then(
          () => 'set',
          () => 'taken',
        ),
      ),
  )
  expect(results.toSorted()).toEqual(['set', 'taken'])
})

test('lets an operator list and restore a former address', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  const email = 'thief@example.com'
  const ticket = await issueStepUpTicket(server, ann, 'email')
  await ann.client.call(sendCode, { email, type: 20 })
  await ann.client.call(emailChange, { email, code: await server.codeFor(email), ticket })
  const { output } = await typeCommand(server, ['user', 'show', email])
  expect(output).toContain(`had lately  ${ann.email}`)
  const thief = server.client()
  server.clock.passSeconds(60)
  await thief.call(sendCode, { email, type: 6 })
  const proof = { email, type: 6, code: await server.codeFor(email) }
  const { ticket: reset } = (await thief.call(validateCode, proof)).data
  await server.app.services.linkedAccounts.insert({
    provider: 'github',
    sub: '7',
    accountId: ann.userId,
    screenName: 'thief',
    avatar: '',
    createdAt: 0,
    updatedAt: 0,
  })
  const restored = await typeCommand(server, ['user', 'restore', ann.email])
  expect(restored.code).toBe(0)
  expect(restored.output).toContain('It is linked to github (thief)')
  expect((await ann.client.call(accountInfo, {})).error).toBe('session_expired')
  const stolen = { ticket: reset, password: 'nine loud badgers' }
  expect((await thief.call(resetByTicket, stolen)).error).toBe('ticket_expired')
  const login = { email: ann.email, password: ann.password }
  expect((await server.client().call(passwordLogin, login)).error).toBeUndefined()
  server.clock.passSeconds(73 * 3600)
  const late = await typeCommand(server, ['user', 'restore', email])
  expect(late.code).toBe(1)
  expect(late.errors).toContain('has left no account in the last 72 hours')
})
