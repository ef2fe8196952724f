import { expect, test } from 'vitest'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { mobileBind } from '#protocol/web/binding.ts'
import { emailCodeLogin } from '#protocol/web/login.ts'
import { changePassword, resetByEmail, resetByTicket } from '#protocol/web/password.ts'
import { listSecurityEvents, objectToEvent } from '#protocol/web/security.ts'
import { logout } from '#protocol/web/session.ts'
import { objectionLink } from '../../../server/accounts/objection.ts'
import type { Client } from '../../support/client.ts'
import type { Person } from '../../support/create-people.ts'
import { deleteAccount } from '../../support/delete-account.ts'
import { runCommand } from '../../support/organizations.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const newPassword = 'nine loud herons'

type End = (server: TestServer, person: Person) => Promise<unknown>

async function objectToNotice(server: TestServer, { userId }: Person): Promise<unknown> {
  const link = await server.app.services.transaction((tx) =>
    objectionLink(tx, 1001, userId, undefined),
  )
  return await server.client().form('/form/not-me', Object.fromEntries(new URL(link).searchParams))
}

const ends: Readonly<Record<string, End>> = {
  'a new password': async (_server, { client, password }) => {
    const call = { current_password: password, password: newPassword }
    expect((await client.call(changePassword, call)).error).toBeUndefined()
  },
  'signing out everywhere': async (_server, { client }) => {
    expect((await client.call(logout, { all: 1 })).error).toBeUndefined()
  },
  'a new address that signs out others': async (server, { client }) => {
    const mobile = '+819012345678'
    await client.call(sendCode, { mobile, type: 17 })
    const code = await server.codeFor(mobile)
    const answer = await client.call(mobileBind, { mobile, code, sign_out_others: 1 })
    expect(answer.error).toBeUndefined()
  },
  '“This was not me” of a mail': objectToNotice,
  '“This was not me” of an event': async (_server, { client }) => {
    const { data } = await client.call(listSecurityEvents, {})
    const [event] = data.list as { event_id: string }[]
    const answer = await client.call(objectToEvent, { event_id: event?.event_id ?? '' })
    expect(answer.error).toBeUndefined()
  },
  'a deletion': deleteAccount,
  'a freeze': (server, { userId }) =>
    runCommand(server, 'user', 'freeze', userId, '--reason', 'Trial'),
  'a ban': (server, { userId }) => runCommand(server, 'user', 'ban', userId, '--reason', 'Trial'),
  'an operator': (server, { userId }) =>
    runCommand(server, 'sessions', 'end-all', '--user', userId),
  'an operator, for everybody': (server) => runCommand(server, 'sessions', 'end-all'),
}

const rows = Object.keys(ends).flatMap((name) => [
  [name, 'a browser that the account knows'] as const,
  [name, 'a strange browser'] as const,
])

test.each(rows)('after %s, codes and tickets of %s are no longer valid', async (name, browser) => {
  const server = await createTestServer()
  const person = await server.person()
  // A browser that the account knows has codes of its own.
  const client = browser === 'a strange browser' ? server.client() : person.client
  const proofs = await collect(server, client, person)
  await ends[name]?.(server, person)
  expect(await errorsOf(client, person, proofs)).toEqual(ended)
})

test('after a reset, a code of a sign-in and the ticket of another reset are no longer valid', async () => {
  const server = await createTestServer()
  const person = await server.person()
  const { email } = person
  const thief = server.client()
  const proofs = await collect(server, thief, person)
  server.clock.passSeconds(60)
  const owner = server.client()
  await owner.call(sendCode, { email, type: 6 })
  const reset = await server.codeFor(email)
  const call = { email, code: reset, password: newPassword }
  expect((await owner.call(resetByEmail, call)).error).toBeUndefined()
  expect(await errorsOf(thief, person, { ...proofs, reset })).toEqual(ended)
})

interface Proofs {
  login: string
  reset: string
  ticket: string
}

/** Asks for what opens a session, and does not use it. */
async function collect(
  server: TestServer,
  client: Client,
  { email }: Pick<Person, 'email'>,
): Promise<Proofs> {
  const ask = async (type: 6 | 13): Promise<string> => {
    server.clock.passSeconds(60)
    expect((await client.call(sendCode, { email, type })).error).toBeUndefined()
    return await server.codeFor(email)
  }
  const code = await ask(6)
  const { data } = await client.call(validateCode, { email, type: 6, code })
  return { ticket: data.ticket, login: await ask(13), reset: await ask(6) }
}

const ended = ['code_expired', 'code_expired', 'ticket_expired']

async function errorsOf(
  client: Client,
  { email }: Pick<Person, 'email'>,
  { login, reset, ticket }: Proofs,
): Promise<(string | undefined)[]> {
  const signIn = await client.call(emailCodeLogin, { email, code: login })
  const byCode = await client.call(resetByEmail, { email, code: reset, password: newPassword })
  const byTicket = await client.call(resetByTicket, { ticket, password: newPassword })
  return [signIn.error, byCode.error, byTicket.error]
}
