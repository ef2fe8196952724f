import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import {
  createProgram,
  decide,
  open,
  REDIRECT,
  type Program,
  type StartedRequest,
} from '../support/oauth-client.ts'
import { createTestServer, createTwoServers, type TestServer } from '../support/test-server.ts'

interface Obtained {
  program: Program
  started: StartedRequest
  callback: string
  code: string
}

/** Lets a person allow a program, which then holds a code. */
async function obtainCode(server: TestServer, more: readonly string[] = []): Promise<Obtained> {
  const program = await createProgram(server, { more })
  const { client: browser } = await server.person()
  const params = more.length === 0 ? {} : { code_challenge: '', code_challenge_method: '' }
  const started = await program.start(params)
  const address = new URL(started.address)
  for (const name of Object.keys(params)) address.searchParams.delete(name)
  const page = await (await open(browser, address.href)).text()
  const callback = await decide(browser, page)
  return { program, started, callback, code: new URL(callback).searchParams.get('code') ?? '' }
}

async function answerTo(
  program: Program,
  fields: Readonly<Record<string, string>>,
): Promise<[number, unknown]> {
  const all = { grant_type: 'authorization_code', redirect_uri: REDIRECT, ...fields }
  const reply = await program.post('token', all)
  return [reply.status, ((await reply.json()) as { error?: string }).error]
}

const REFUSED = [400, 'invalid_grant']

test('exchanges a code once of fifty calls on two instances, and ends what came of it', async () => {
  const [server, other] = await createTwoServers()
  const { program, started, callback } = await obtainCode(server)
  const calls = Array.from({ length: 50 }, (_, count) =>
    program.at(count % 2 === 0 ? server : other).exchange(started, callback),
  )
  const results = await Promise.allSettled(calls)
  const given = results.filter((result) => result.status === 'fulfilled')
  expect(given.length).toBeLessThanOrEqual(1)
  for (const result of results) {
    if (result.status === 'rejected') {
      const { error } = result.reason as { error?: string }
      if (error !== 'invalid_grant') throw result.reason
    }
  }
  for (const { value } of given) {
    expect(await program.introspect(value.access_token)).toEqual({ active: false })
  }
})

test('ends the tokens of a code that is shown again, and no other ones', async () => {
  const server = await createTestServer()
  const program = await createProgram(server)
  const { client: browser } = await server.person()
  const first = await program.start()
  const page = await (await open(browser, first.address)).text()
  const callback = await decide(browser, page)
  const tokens = await program.exchange(first, callback)
  const second = await program.start()
  const later = (await open(browser, second.address)).headers.get('location') ?? ''
  const others = await program.exchange(second, later)

  await expect(program.exchange(first, callback)).rejects.toMatchObject({ error: 'invalid_grant' })
  expect(await program.introspect(tokens.access_token)).toEqual({ active: false })
  expect(await program.introspect(others.access_token)).toMatchObject({ active: true })
})

test('takes a code from its own client, with its verifier and its redirect, and from nobody else', async () => {
  const server = await createTestServer()
  const { program, started, code } = await obtainCode(server)
  const stranger = await createProgram(server)
  const { verifier } = started
  const right = { code, code_verifier: verifier }
  expect(await answerTo(stranger, right)).toEqual(REFUSED)
  expect(await answerTo(program, { code })).toEqual(REFUSED)
  const { verifier: another } = await program.start()
  expect(await answerTo(program, { code, code_verifier: another })).toEqual(REFUSED)
  const elsewhere = { ...right, redirect_uri: `${REDIRECT}/` }
  expect(await answerTo(program, elsewhere)).toEqual(REFUSED)
  expect(await answerTo(program, { ...right, code: `${code}x` })).toEqual(REFUSED)
  // What strangers tried has ended nothing.
  expect(await answerTo(program, right)).toEqual([200, undefined])
})

test('takes no verifier where the request had no challenge', async () => {
  const server = await createTestServer()
  const optional = ['--pkce', 'optional']
  const { program, code, started } = await obtainCode(server, optional)
  expect(await answerTo(program, { code, code_verifier: started.verifier })).toEqual(REFUSED)
  expect(await answerTo(program, { code })).toEqual([200, undefined])
})

test('takes a code for a minute', async () => {
  const server = await createTestServer()
  const { program, code, started } = await obtainCode(server)
  const again = await obtainCode(server)
  server.clock.passSeconds(59)
  expect(await answerTo(program, { code, code_verifier: started.verifier })).toEqual([
    200,
    undefined,
  ])
  server.clock.passSeconds(2)
  const late = { code: again.code, code_verifier: again.started.verifier }
  expect(await answerTo(again.program, late)).toEqual(REFUSED)
})

test('lets nobody slip a code of theirs into the sign-in of somebody else', async () => {
  const server = await createTestServer()
  const { program, callback } = await obtainCode(server)
  const victim = await program.start()
  const injected = new URL(callback)
  injected.searchParams.set('state', victim.state)
  await expect(program.exchange(victim, injected.href)).rejects.toMatchObject({
    error: 'invalid_grant',
  })
})

test('loads the engine again when it could not be read once', async () => {
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
