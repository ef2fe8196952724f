import { expect, test } from 'vitest'
import {
  applyEarlyAccess,
  checkAccessCode,
  confirmEarlyAccess,
  redeemAccessCode,
  unsubscribe,
} from '#protocol/web/early-access.ts'
import { showPlan } from '#protocol/web/plans.ts'
import { cleanUp } from '../../../server/store/cleanup.ts'
import { typeCommand } from '../../support/command.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const email = 'ann@example.com'
const DAY_SECONDS = 86_400

/** The newest mail to an address, with the references in its links. */
async function newest(server: TestServer): Promise<{
  subject: string
  body: string
  ticket: string
  token: string
  code: string
}> {
  const mails = await server.mail(email)
  const { subject = '', body = '', code = '' } = mails[0] ?? {}
  const param = (name: string): string => new RegExp(`${name}=([\\w.-]+)`).exec(body)?.[1] ?? ''
  return { subject, body, ticket: param('ticket'), token: param('token'), code }
}

async function stateOf(server: TestServer): Promise<string | undefined> {
  const [one] = await server.app.services.earlyAccess.list(undefined, 10)
  return one?.state
}

test('confirms an application only by the mailed link', async () => {
  const server = await createTestServer()
  const visitor = server.client()
  const wish = { email: 'Ann@Example.com', name: 'Ann', about: 'Tests', system: 'linux' as const }
  expect((await visitor.call(applyEarlyAccess, { ...wish, agree: 0 })).error).toBe('bad_parameter')
  expect((await visitor.call(applyEarlyAccess, { ...wish, agree: 1 })).error).toBeUndefined()
  expect(await stateOf(server)).toBe('pending')
  const { body, ticket } = await newest(server)
  expect(body).toContain('/solo-get-early-access?ticket=')
  expect((await visitor.call(confirmEarlyAccess, { ticket: 'x'.repeat(43) })).error).toBe(
    'ticket_expired',
  )
  // Links are opened twice: by people, and before them by mail scanners.
  for (let time = 0; time < 2; time++) {
    expect((await visitor.call(confirmEarlyAccess, { ticket })).error).toBeUndefined()
  }
  expect(await stateOf(server)).toBe('confirmed')
})

test('gives the same reply for a listed address, and informs only its owner', async () => {
  const server = await createTestServer()
  const first = await server.client().call(applyEarlyAccess, { email, agree: 1 })
  const { ticket } = await newest(server)
  await server.client().call(confirmEarlyAccess, { ticket })
  server.clock.passSeconds(1)
  const second = await server
    .client()
    .call(applyEarlyAccess, { email, agree: 1, name: 'Somebody else' })
  expect({ ...second.body, log_id: '' }).toEqual({ ...first.body, log_id: '' })
  expect((await newest(server)).subject).toContain('You are on the list')
  const [one] = await server.app.services.earlyAccess.list('confirmed', 10)
  expect(one?.name).toBe('')
})

test('rejects the link after seven days, and deletes unconfirmed applications after thirty', async () => {
  const server = await createTestServer()
  await server.client().call(applyEarlyAccess, { email, agree: 1 })
  const { ticket } = await newest(server)
  server.clock.passSeconds(7 * DAY_SECONDS + 1)
  expect((await server.client().call(confirmEarlyAccess, { ticket })).error).toBe('ticket_expired')
  server.clock.passSeconds(23 * DAY_SECONDS)
  await cleanUp(server.database.query, 'test', server.clock.now())
  expect(await stateOf(server)).toBeUndefined()
})

test('invites by command, and accepts each code once', async () => {
  const server = await createTestServer()
  await server.client().call(applyEarlyAccess, { email, agree: 1 })
  const early = await typeCommand(server, ['early-access', 'invite', email])
  expect(early.errors).toContain('has not confirmed')
  await server.client().call(confirmEarlyAccess, { ticket: (await newest(server)).ticket })
  server.clock.passSeconds(1)
  expect((await typeCommand(server, ['early-access', 'invite', '--first', '5'])).code).toBe(0)
  server.app.services.outboxWorker.wake()
  const { code } = await newest(server)
  expect(code).toMatch(/^[2-9A-HJKMNP-Z]{4}(?:-[2-9A-HJKMNP-Z]{4}){2}$/)
  const [ann, bob] = [await server.person({ email }), await server.person()]
  const access_code = code.toLowerCase().replaceAll('-', ' ')
  const both = await Promise.all(
    [ann, bob].map(({ client }) =>
      retryWhileBusy(() => client.call(redeemAccessCode, { access_code })),
    ),
  )
  expect(both.map(({ error }) => error ?? 'in').toSorted()).toEqual(['access_code_invalid', 'in'])
  expect(await stateOf(server)).toBe('joined')
  const plans = await Promise.all([ann, bob].map(({ client }) => client.call(showPlan, {})))
  expect(plans.filter(({ data }) => data.early_access === 1)).toHaveLength(1)
  expect((await server.client().call(redeemAccessCode, { access_code })).error).toBe(
    'session_expired',
  )
  const list = await typeCommand(server, ['early-access', 'list', '--state', 'joined'])
  expect(list.output).toContain(email)
})

test('reveals without an account only whether a code is valid', async () => {
  const server = await createTestServer()
  const visitor = server.client()
  await visitor.call(applyEarlyAccess, { email, agree: 1 })
  await visitor.call(confirmEarlyAccess, { ticket: (await newest(server)).ticket })
  server.clock.passSeconds(1)
  await typeCommand(server, ['early-access', 'invite', email])
  server.app.services.outboxWorker.wake()
  const { code: access_code } = await newest(server)
  expect(await visitor.call(checkAccessCode, { access_code })).toMatchObject({
    error: undefined,
    data: {},
  })
  const ann = await server.person()
  await ann.client.call(redeemAccessCode, { access_code })
  const used = await visitor.call(checkAccessCode, { access_code })
  const unknown = await visitor.call(checkAccessCode, { access_code: 'AAAA-BBBB-CCCC' })
  expect([used.error, unknown.error]).toEqual(['access_code_invalid', 'access_code_invalid'])
  expect({ ...used.data, log_id: '' }).toEqual({ ...unknown.data, log_id: '' })
  let last: string | undefined
  for (let guess = 0; guess < 40; guess++) {
    last = (await visitor.call(checkAccessCode, { access_code: `GUESS-${guess}` })).error
  }
  expect(last).toBe('too_often')
})

test('keeps early access after unsubscribing', async () => {
  const server = await createTestServer()
  const ann = await server.person()
  await server.client().call(applyEarlyAccess, { email, agree: 1 })
  await server.client().call(confirmEarlyAccess, { ticket: (await newest(server)).ticket })
  server.clock.passSeconds(1)
  await typeCommand(server, ['early-access', 'invite', email])
  server.app.services.outboxWorker.wake()
  const { code: access_code, token } = await newest(server)
  expect((await ann.client.call(redeemAccessCode, { access_code })).error).toBeUndefined()
  expect((await server.client().call(unsubscribe, { token })).error).toBeUndefined()
  expect((await ann.client.call(showPlan, {})).data.early_access).toBe(1)
})

test('unsubscribes by a signed link only, also by one-click posts of mail programs', async () => {
  const server = await createTestServer()
  await server.client().call(applyEarlyAccess, { email, agree: 1 })
  const { token } = await newest(server)
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  expect((await server.client().call(unsubscribe, { token: forged })).error).toBe('ticket_expired')
  // RFC 8058: no cookie, no origin, a body of its own, and everything else in the address.
  const path = unsubscribe.paths.web?.[0] ?? ''
  const field = ['List-Unsubscribe', 'One-Click'] as const
  const parts = new FormData()
  parts.set(...field)
  const address = `http://localhost:4321/passport/web/${path}?aid=1001&language=ja&token=${token}`
  // A GET changes nothing, and shows people a page with a button.
  const opened = await server.fetch(new Request(address))
  expect(opened.status).toBe(302)
  expect(opened.headers.get('location')).toBe(`http://localhost:4321/ja/unsubscribe?token=${token}`)
  expect(await stateOf(server)).toBe('pending')
  for (const body of [new URLSearchParams([[...field]]), parts]) {
    const answer = await server.fetch(new Request(address, { method: 'POST', body }))
    expect(answer.status).toBe(200)
    expect(await stateOf(server)).toBe('left')
    await server.client().call(applyEarlyAccess, { email, agree: 1 })
    expect(await stateOf(server)).toBe('pending')
  }
})

test('deletes the answers at unsubscribing, and the address after a month', async () => {
  const server = await createTestServer()
  const { query } = server.database
  await server.client().call(applyEarlyAccess, { email, agree: 1, name: 'Ann', about: 'a reason' })
  const { ticket, token } = await newest(server)
  await server.client().call(confirmEarlyAccess, { ticket })
  await server.client().call(unsubscribe, { token })
  const kept = await query.selectFrom('earlyAccess').selectAll().execute()
  expect(kept).toMatchObject([{ email, name: '', about: '', system: '' }])
  const later = (days: number): number => server.clock.now() + days * DAY_SECONDS * 1000
  await cleanUp(query, 'test', later(29))
  expect(await query.selectFrom('earlyAccess').select('id').execute()).toHaveLength(1)
  await cleanUp(query, 'test', later(31))
  expect(await query.selectFrom('earlyAccess').select('id').execute()).toEqual([])
  expect((await server.client().call(unsubscribe, { token })).error).toBeUndefined()
})

test('sends mail with one-click unsubscription', async () => {
  const server = await createTestServer()
  await server.client().call(applyEarlyAccess, { email, agree: 1 })
  const { token } = await newest(server)
  const { earlyAccess, outboxWorker, transaction } = server.app.services
  const [one] = await earlyAccess.list(undefined, 1)
  if (one === undefined) throw new Error('nobody has applied')
  await outboxWorker.close()
  await transaction((tx) => tx.earlyAccess.apply(one))
  const waiting = server.database.query.selectFrom('outbox').select('oneClick')
  expect(await waiting.executeTakeFirst()).toEqual({
    oneClick: expect.stringContaining(
      `/passport/web/unsubscribe?aid=1001&language=en&token=${token}`,
    ) as string,
  })
})

test('limits the mails to one address', async () => {
  const server = await createTestServer()
  const errors = []
  for (let time = 0; time < 4; time++) {
    errors.push((await server.client().call(applyEarlyAccess, { email, agree: 1 })).error)
  }
  expect(errors).toEqual([undefined, undefined, undefined, 'too_often'])
  const ask = async (): Promise<unknown> =>
    (await server.client().call(applyEarlyAccess, { email, agree: 1 })).error
  server.clock.passSeconds(3601)
  expect([await ask(), await ask(), await ask()]).toEqual([undefined, undefined, undefined])
  server.clock.passSeconds(3601)
  expect(await ask()).toBe('too_often')
})

test('extends the storage by thirty days when somebody applies again', async () => {
  const server = await createTestServer()
  const ask = (): Promise<unknown> => server.client().call(applyEarlyAccess, { email, agree: 1 })
  await ask()
  server.clock.passSeconds(29 * DAY_SECONDS)
  await ask()
  const { ticket } = await newest(server)
  server.clock.passSeconds(6 * DAY_SECONDS)
  await cleanUp(server.database.query, 'test', server.clock.now())
  expect((await server.client().call(confirmEarlyAccess, { ticket })).error).toBeUndefined()
  expect(await stateOf(server)).toBe('confirmed')
})
