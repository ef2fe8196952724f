import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import {
  createOAuthClient,
  decide,
  open,
  REDIRECT,
  type OAuthClient,
  type StartedRequest,
} from '../../support/oauth-client.ts'
import { createTestServer, createTwoServers, type TestServer } from '../../support/test-server.ts'

interface Obtained {
  oauthClient: OAuthClient
  started: StartedRequest
  callback: string
  code: string
}

/** Lets a person allow a client, which then holds a code. */
async function obtainCode(server: TestServer, more: readonly string[] = []): Promise<Obtained> {
  const oauthClient = await createOAuthClient(server, { more })
  const { client: browser } = await server.person()
  const params = more.length === 0 ? {} : { code_challenge: '', code_challenge_method: '' }
  const started = await oauthClient.start(params)
  const address = new URL(started.address)
  for (const name of Object.keys(params)) address.searchParams.delete(name)
  const page = await (await open(browser, address.href)).text()
  const callback = await decide(browser, page)
  return { oauthClient, started, callback, code: new URL(callback).searchParams.get('code') ?? '' }
}

async function answerTo(
  oauthClient: OAuthClient,
  fields: Readonly<Record<string, string>>,
): Promise<[number, unknown]> {
  const all = { grant_type: 'authorization_code', redirect_uri: REDIRECT, ...fields }
  const reply = await oauthClient.post('token', all)
  return [reply.status, ((await reply.json()) as { error?: string }).error]
}

const REFUSED = [400, 'invalid_grant']

test('exchanges a code in one of fifty calls to two instances, then ends its tokens', async () => {
  const [server, other] = await createTwoServers()
  const { oauthClient, started, callback } = await obtainCode(server)
  const calls = Array.from({ length: 50 }, (_, count) =>
    oauthClient.at(count % 2 === 0 ? server : other).exchange(started, callback),
  )
  const results = await Promise.allSettled(calls)
  const successes = results.filter((result) => result.status === 'fulfilled')
  expect(successes.length).toBeLessThanOrEqual(1)
  for (const result of results) {
    if (result.status === 'rejected') {
      const { error } = result.reason as { error?: string }
      if (error !== 'invalid_grant') throw result.reason
    }
  }
  for (const { value } of successes) {
    expect(await oauthClient.introspect(value.access_token)).toEqual({ active: false })
  }
})

test('ends only the tokens of a code that is reused', async () => {
  const server = await createTestServer()
  const oauthClient = await createOAuthClient(server)
  const { client: browser } = await server.person()
  const first = await oauthClient.start()
  const page = await (await open(browser, first.address)).text()
  const callback = await decide(browser, page)
  const tokens = await oauthClient.exchange(first, callback)
  const second = await oauthClient.start()
  const later = (await open(browser, second.address)).headers.get('location') ?? ''
  const others = await oauthClient.exchange(second, later)

  await expect(oauthClient.exchange(first, callback)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
  expect(await oauthClient.introspect(tokens.access_token)).toEqual({ active: false })
  expect(await oauthClient.introspect(others.access_token)).toMatchObject({ active: true })
})

test('accepts a code only from its client, with its verifier and redirect', async () => {
  const server = await createTestServer()
  const { oauthClient, started, code } = await obtainCode(server)
  const stranger = await createOAuthClient(server)
  const { verifier } = started
  const right = { code, code_verifier: verifier }
  expect(await answerTo(stranger, right)).toEqual(REFUSED)
  expect(await answerTo(oauthClient, { code })).toEqual(REFUSED)
  const { verifier: another } = await oauthClient.start()
  expect(await answerTo(oauthClient, { code, code_verifier: another })).toEqual(REFUSED)
  const elsewhere = { ...right, redirect_uri: `${REDIRECT}/` }
  expect(await answerTo(oauthClient, elsewhere)).toEqual(REFUSED)
  expect(await answerTo(oauthClient, { ...right, code: `${code}x` })).toEqual(REFUSED)
  // Attempts of strangers end nothing.
  expect(await answerTo(oauthClient, right)).toEqual([200, undefined])
})

test('rejects a verifier if the request had no challenge', async () => {
  const server = await createTestServer()
  const optional = ['--pkce', 'optional']
  const { oauthClient, code, started } = await obtainCode(server, optional)
  expect(await answerTo(oauthClient, { code, code_verifier: started.verifier })).toEqual(REFUSED)
  expect(await answerTo(oauthClient, { code })).toEqual([200, undefined])
})

test('accepts a code for a minute', async () => {
  const server = await createTestServer()
  const { oauthClient, code, started } = await obtainCode(server)
  const again = await obtainCode(server)
  server.clock.passSeconds(59)
  expect(await answerTo(oauthClient, { code, code_verifier: started.verifier })).toEqual([
    200,
    undefined,
  ])
  server.clock.passSeconds(2)
  const late = { code: again.code, code_verifier: again.started.verifier }
  expect(await answerTo(again.oauthClient, late)).toEqual(REFUSED)
})

test('protects against codes injected into another person’s sign-in', async () => {
  const server = await createTestServer()
  const { oauthClient, callback } = await obtainCode(server)
  const victim = await oauthClient.start()
  const injected = new URL(callback)
  injected.searchParams.set('state', victim.state)
  await expect(oauthClient.exchange(victim, injected.href)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('loads the engine again after it failed to load', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    let failures = 1
    registerHooks({
      load: (url, context, next) => {
        if (url.includes('/oidc-provider/lib/index.js') && failures-- > 0) throw new Error('EMFILE')
        return next(url, context)
      },
    })
    const { createOAuth } = await import('./server/oauth/oauth.ts')
    const { toSecrets } = await import('./server/config/secrets.ts')
    const oauth = createOAuth({
      config: { PUBLIC_ORIGIN: 'http://localhost:4321', OPEN_METADATA_DOCUMENTS: '' },
      secrets: toSecrets('s'.repeat(43), 'r'.repeat(43)),
      clock: Date.now,
    })
    await oauth.engine().catch(({ message }) => console.log(message))
    console.log(typeof (await oauth.engine()).serve)
  `
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    script,
  ])
  expect(stdout).toBe('EMFILE\nfunction\n')
})
