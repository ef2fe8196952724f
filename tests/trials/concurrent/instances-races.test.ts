import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin } from '#protocol/web/login.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { passCaptcha } from '../../support/pass-captcha.ts'
import { recordSealedLogin, sendRecorded } from '../../support/recorded-requests.ts'
import { retryWhileUnavailable } from '../../support/retry-while-busy.ts'
import { startServerProcess } from '../../support/server-process.ts'
import { createTwoServers } from '../../support/test-server.ts'
import { rounds, TRIAL_MS } from '../../support/trial.ts'

const CALLS = 200
/** Ten thousand calls in all. */
const ROUNDS = rounds(1, 50)

test.each(ROUNDS)(
  'lets only one of hundreds of calls to two processes use a code, round %i',
  { timeout: TRIAL_MS },
  async () => {
    const { env, open } = await createTestDatabase(true)
    const [one, two] = await Promise.all([startServerProcess(env), startServerProcess(env)])
    const email = 'ann@example.com'
    await one.client().call(sendCode, { email, type: 13 })
    const code = await one.codeFor(email)
    const clients = Array.from({ length: CALLS }, (_, at) => (at % 2 === 0 ? one : two).client())
    const answers = await Promise.all(
      clients.map((client) => client.call(emailCodeLogin, { email, code })),
    )
    const winners = answers.filter(({ error }) => error === undefined)
    expect(winners).toHaveLength(1)
    const { query, close } = open()
    expect(await query.selectFrom('accounts').select('id').execute()).toHaveLength(1)
    expect(await query.selectFrom('sessions').select('id').execute()).toHaveLength(1)
    await close()
    const winner = clients[answers.findIndex(({ error }) => error === undefined)]
    for (const server of [one, two]) {
      const client = server.client()
      for (const [name, value] of winner?.cookies ?? []) client.cookies.set(name, value)
      const { data } = await client.call(accountInfo, {})
      expect(data.user_id_str).toBe(winners[0]?.data.user_id_str)
    }
  },
)

test.each(ROUNDS)('opens only one of many copies of a sealed request, round %i', async () => {
  const [one, two] = await createTwoServers()
  const { email, password } = await one.person()
  const sealed = await recordSealedLogin(one, { email, password })
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, at) => sendRecorded(at % 2 === 0 ? one : two, sealed)),
  )
  const errors = answers.map(({ error }) => error)
  const winners = errors.filter((error) => error === undefined)
  const replays = errors.filter((error) => error === 'seal_replay')
  // A database that refuses statements, or a slow machine, has some copies told to come back, and
  // that may be the one that was opened.
  const busy = errors.filter((error) => error === 'server_busy' || error === 'database_unavailable')
  expect(winners.length).toBeLessThanOrEqual(1)
  expect(winners.length + busy.length).toBeGreaterThanOrEqual(1)
  expect(winners.length + replays.length + busy.length).toBe(CALLS)
})

test.each(ROUNDS)(
  'accepts a passed captcha in only one of hundreds of calls, round %i',
  async () => {
    const [one, two] = await createTwoServers({ settings: { CAPTCHA_ON_SEND: 'on' } })
    const client = one.client()
    await passCaptcha(client, await client.call(sendCode, { email: 'ann@example.com', type: 13 }))
    const passed = await one.database.query
      .selectFrom('captchaDecisions')
      .select(['aid', 'webId', 'operation', 'requestDigest'])
      .where('state', '=', 'passed')
      .executeTakeFirstOrThrow()
    const uses = await Promise.all(
      Array.from({ length: CALLS }, (_, at) =>
        retryWhileUnavailable(() =>
          (at % 2 === 0 ? one : two).app.services.captcha.consume(passed),
        ),
      ),
    )
    expect(uses.filter(Boolean)).toHaveLength(1)
  },
)

test.each(ROUNDS)('accepts a ticket in only one of hundreds of calls, round %i', async () => {
  const [one, two] = await createTwoServers()
  const ticket = { purpose: 'rebind', aid: 1001, holder: 'ann', data: {} }
  const { tickets } = one.app.services
  const reference = await tickets.issue(ticket)
  const uses = await Promise.all(
    Array.from({ length: CALLS }, (_, at) => {
      const { services } = (at % 2 === 0 ? one : two).app
      return retryWhileUnavailable(() => services.tickets.use('rebind', 1001, reference))
    }),
  )
  expect(uses.filter((use) => use !== undefined)).toHaveLength(1)
})
