import { expect, test } from 'vitest'
import { createTestDatabase } from '../../support/databases.ts'
import { decide, open, type OAuthClient, type StartedRequest } from '../../support/oauth-client.ts'
import { signUpPerson, startServerProcess } from '../../support/server-process.ts'
import { createStartedOAuthClient } from '../../support/started-oauth-client.ts'
import { rounds, TRIAL_MS } from '../../support/trial.ts'

const CODES = 40
/** As many are answered when the process is killed. */
const ANSWERED = 8
const PARAMS = { scope: 'openid profile offline_access' }
const USED = { error: 'invalid_grant' }
const CHOICE = { scopes: ['profile', 'offline_access'] }

interface Exchange {
  started: StartedRequest
  callback: string
  /** Tokens of the reply; undefined where none came. */
  tokens: Awaited<ReturnType<OAuthClient['exchange']>> | undefined
}

test.each(rounds(1, 30))(
  'accepts no code twice and leaves no partial exchange if an instance is killed, round %i',
  { timeout: TRIAL_MS },
  async () => {
    const { env, open: openDatabase } = await createTestDatabase(true)
    const doomed = await startServerProcess(env)
    const settings = { ...env, PUBLIC_ORIGIN: doomed.origin }
    const other = await startServerProcess(settings)
    const oauthClient = await createStartedOAuthClient({ origin: doomed.origin, env })
    const elsewhere = oauthClient.at({
      fetch: (request) =>
        fetch(new Request(request.url.replace(doomed.origin, other.origin), request)),
    })
    const browser = await signUpPerson(doomed, 'ann@example.com')

    const exchanges: Exchange[] = []
    while (exchanges.length < CODES) {
      const started = await oauthClient.start(PARAMS)
      const reply = await open(browser, started.address)
      const callback =
        reply.headers.get('location') ?? (await decide(browser, await reply.text(), CHOICE))
      exchanges.push({ started, callback, tokens: undefined })
    }

    const refusals: unknown[] = []
    let answered = 0
    await Promise.all(
      exchanges.map(async (exchange) => {
        try {
          exchange.tokens = await oauthClient.exchange(exchange.started, exchange.callback)
          answered += 1
          if (answered === ANSWERED) await doomed.kill()
        } catch (error) {
          // A broken connection has no error name.
          if (error instanceof Error && 'error' in error) refusals.push(error.error)
        }
      }),
    )
    expect(refusals).toEqual([])
    expect(doomed.isRunning()).toBe(false)
    expect(answered).toBeGreaterThanOrEqual(ANSWERED)
    expect(answered).toBeLessThan(CODES)

    for (const { started, callback, tokens } of exchanges) {
      if (tokens === undefined) continue
      expect(await elsewhere.introspect(tokens.access_token)).toMatchObject({ active: true })
      await elsewhere.refresh(tokens.refresh_token ?? '')
      await expect(elsewhere.exchange(started, callback)).rejects.toMatchObject(USED)
      expect(await elsewhere.introspect(tokens.access_token)).toEqual({ active: false })
    }
    // A code without a reply is either used up or unused.
    const others = exchanges.filter(({ tokens }) => tokens === undefined)
    const outcomes = await Promise.allSettled(
      others.map(({ started, callback }) => elsewhere.exchange(started, callback)),
    )
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
    for (const { reason } of failures) expect(reason).toMatchObject(USED)
    const live = outcomes.length - failures.length

    const { query, close } = openDatabase()
    const rows = await query
      .selectFrom('oauthTokens')
      .select(['authorizationId', 'kind'])
      .where('kind', 'in', ['AccessToken', 'RefreshToken'])
      .execute()
    await close()
    const kinds = Map.groupBy(rows, ({ authorizationId }) => authorizationId)
    expect(kinds.size).toBe(live)
    for (const tokens of kinds.values()) {
      expect(tokens.map(({ kind }) => kind).toSorted()).toEqual(['AccessToken', 'RefreshToken'])
    }
  },
)
