import { setTimeout } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { uploadAvatar, updateUser } from '#protocol/web/profile.ts'
import { listSessions, logout } from '#protocol/web/session.ts'
import {
  AbortError,
  ChallengeClosed,
  createClient,
  NetworkError,
  OneOfError,
  PassportError,
} from '../../widget/src/client/index.ts'
import { toSecrets } from '../../server/config/secrets.ts'
import { createTestServer } from '../support/test-server.ts'
import { openBrowser, toRequest } from './browser.ts'

describe('a call', () => {
  test('returns the fields of the endpoint’s reply and no others', async () => {
    const server = await createTestServer()
    const ann = await server.person()
    const { client } = openBrowser(server)
    const user = await client.send(passwordLogin, { account: ann.email, password: ann.password })
    expect(user.user_id_str).toBe(ann.userId)
    expect(user).not.toHaveProperty('error_code')
  })

  test('sends the common parameters in the query', async () => {
    const server = await createTestServer()
    const { client, sent, webId } = openBrowser(server, { language: 'ja' })
    await client.send(sendCode, { email: 'ann@example.com', type: 16 })
    expect(Object.fromEntries(sent.at(-1)?.query ?? [])).toMatchObject({
      aid: '1001',
      language: 'ja',
      account_sdk_source: 'web',
      passport_jssdk_version: '2.0.0',
      fp: webId,
      verifyFp: webId,
    })
    expect(sent.at(-1)?.query.has('is_resend')).toBe(false)
  })

  test('carries a file', async () => {
    const server = await createTestServer()
    const ann = await server.person()
    const { client } = openBrowser(server)
    await client.send(passwordLogin, { account: ann.email, password: ann.password })
    const pixel = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const avatar = new File([pixel], 'me.png', { type: 'image/png' })
    const { url } = await client.send(uploadAvatar, {}, { files: { avatar } })
    expect(url).toContain('/')
  })

  test('is refused unless exactly one of the alternative fields is set', async () => {
    const server = await createTestServer()
    const { client, sent } = openBrowser(server)
    const attempts = [
      { password: 'x' },
      { email: 'a@example.com', username: 'a', password: 'x' },
      { email: '', password: 'x' },
    ]
    for (const payload of attempts) {
      const failure = client.send(passwordLogin, payload)
      await expect(failure).rejects.toBeInstanceOf(OneOfError)
      await expect(failure).rejects.toHaveProperty('message', '')
    }
    expect(sent).toEqual([])
  })

  test('logs which common parameter is invalid', () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    createClient({ aid: 0, language: 'en' })
    expect(logged.mock.lastCall?.[0]).toContain('Invalid generalParams: aid is 0')
    logged.mockRestore()
  })
})

describe('sealing', () => {
  test('sends no sensitive field in the clear', async () => {
    const server = await createTestServer({ settings: { PLAINTEXT_SENSITIVE: 'refuse' } })
    const ann = await openBrowserWithAccount(server)
    const call = ann.sent.find(({ path }) => path.endsWith('/user/login'))
    expect(call?.body).not.toContain('otters')
    expect(call?.body).not.toContain('ann')
    expect(call?.query.get('mix_mode')).toBe('2')
  })

  test('asks for the key once and seals again when the server no longer knows it', async () => {
    const server = await createTestServer({ settings: { PLAINTEXT_SENSITIVE: 'refuse' } })
    const { client, sent } = await openBrowserWithAccount(server)
    const keys = (): number => sent.filter(({ path }) => path.endsWith('/seal_key')).length
    await client.send(updateUser, { name: 'Ann' })
    expect(keys()).toBe(1)
    server.clock.passSeconds(60 * 86_400)
    const again = client.send(passwordLogin, { account: 'ann@example.com', password: 'wrong one' })
    await expect(again).rejects.toMatchObject({ name: 'password_error' })
    expect(keys()).toBe(2)
  })

  test('accepts only keys signed by the root key', async () => {
    const server = await createTestServer()
    const good = openBrowser(server, { sealRoot: server.app.sealRoot })
    await good.client.send(sendCode, { email: 'ann@example.com', type: 16 })
    // During a change of the root key, pages built with the other one still work.
    const secrets = toSecrets('s'.repeat(43), 'u'.repeat(43), { sealRoot: 'r'.repeat(43) })
    const changed = await createTestServer({ secrets })
    const open = openBrowser(changed, { sealRoot: server.app.sealRoot })
    await open.client.send(sendCode, { email: 'ann@example.com', type: 16 })
    const bad = openBrowser(server, { sealRoot: 'A'.repeat(43) })
    await expect(bad.client.send(sendCode, { email: 'bea@example.com', type: 16 })).rejects.toThrow(
      'not signed by the root key',
    )
    expect(bad.sent.map(({ path }) => path)).toEqual(['/passport/web/seal_key'])
  })
})

describe('the CSRF token', () => {
  test('is fetched before the first change, and sent from then on', async () => {
    const server = await createTestServer()
    const { client, sent } = openBrowser(server)
    await client.send(logout, {})
    expect(sent.map(({ method, status }) => `${method} ${status}`)).toEqual(['GET 200', 'POST 200'])
    await client.send(logout, {})
    expect(sent).toHaveLength(3)
  })

  test('is fetched once for parallel calls', async () => {
    const server = await createTestServer()
    const { client, sent } = openBrowser(server)
    await Promise.all([client.warmUp(), client.send(logout, {}), client.send(logout, {})])
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('is that of the cookie when calls begin at once and their replies overtake', async () => {
    const server = await createTestServer()
    let calls = 0
    const { client, fetch, sent } = openBrowser(server, {
      fetch: async (...request) => {
        calls += 1
        const delay = calls === 1 ? 100 : 0
        const reply = await fetch(...request)
        await setTimeout(delay)
        return reply
      },
    })
    await Promise.allSettled([client.send(accountInfo, {}), client.warmUp()])
    await client.send(logout, {})
    expect(sent.map(({ status }) => status)).not.toContain(403)
  })

  test('is fetched again once, not repeatedly', async () => {
    const server = await createTestServer()
    const { client, sent } = openBrowser(server, {
      fetch: (input, init) => {
        const request = toRequest(input, init)
        request.headers.set('origin', 'http://evil.example')
        return server.fetch(request)
      },
    })
    await expect(client.send(logout, {})).rejects.toMatchObject({ name: 'csrf_error' })
    expect(sent).toEqual([])
  })
})

describe('a captcha', () => {
  const settings = { CAPTCHA_ON_SEND: 'on' }

  test('is opened for a decision; then the same request is sent again, sealed anew', async () => {
    const server = await createTestServer({ settings })
    const decisions: string[] = []
    const browser = openBrowser(server, {
      openChallenge: async (decision) => {
        decisions.push(decision)
        await browser.passCaptcha(decision)
      },
    })
    const reply = await browser.client.send(sendCode, { email: 'ann@example.com', type: 16 })
    expect(reply.email).toContain('@example.com')
    expect(decisions).toHaveLength(1)
    const [first, second] = browser.sent.filter(({ path }) => path.endsWith('/send_code'))
    expect(second?.query.get('is_resend')).toBe('1')
    expect(second?.query.get('fp')).toBe(browser.webId)
    expect(second?.query.get('seal_jti')).not.toBe(first?.query.get('seal_jti'))
  })

  test('sends the request again with the web id of the decision if the browser has none', async () => {
    const server = await createTestServer({ settings })
    let named = ''
    const browser = openBrowser(server, {
      fingerprint: () => '',
      openChallenge: (decision) => {
        named = (JSON.parse(decision) as { fp: string }).fp
        return Promise.resolve()
      },
    })
    const failure = browser.client.send(sendCode, { email: 'ann@example.com', type: 16 })
    await expect(failure).rejects.toMatchObject({ name: 'captcha_slide' })
    const [first, second] = browser.sent.filter(({ path }) => path.endsWith('/send_code'))
    expect(first?.query.get('fp')).toBe('')
    expect(second?.query.get('fp')).toMatch(/^verify_/)
    expect(second?.query.get('is_resend')).toBe('1')
    expect(named).toMatch(/^verify_/)
  })

  test('rejects with an empty description when it is closed', async () => {
    const server = await createTestServer({ settings })
    const { client } = openBrowser(server, {
      openChallenge: () => Promise.reject(new ChallengeClosed()),
    })
    const failure = client.send(sendCode, { email: 'ann@example.com', type: 16 })
    await expect(failure).rejects.toMatchObject({ name: 'ChallengeClosed', description: '' })
  })

  test('is opened three times in a row at most', async () => {
    const server = await createTestServer({ settings })
    let opened = 0
    const { client } = openBrowser(server, {
      openChallenge: () => {
        opened += 1
        return Promise.resolve()
      },
    })
    const failure = client.send(sendCode, { email: 'ann@example.com', type: 16 })
    await expect(failure).rejects.toMatchObject({ name: 'captcha_slide' })
    expect(opened).toBe(3)
  })
})

describe('an interface', () => {
  test.each([
    ['web', '/passport/web/account/info/v2'],
    ['app', '/passport/mobile/account/info/v2'],
    ['sso', '/passport/sso/check_login'],
  ] as const)('%s uses its own paths and success rule', async (name, path) => {
    const server = await createTestServer()
    const { client, sent } = openBrowser(server, { interface: name })
    const ann = await server.person()
    await client.send(passwordLogin, { account: ann.email, password: ann.password })
    const user = await client.send(accountInfo, {})
    expect(user.user_id_str).toBe(ann.userId)
    expect(sent.at(-1)?.path).toBe(path)
    expect(sent.at(-1)?.query.get('is_native_h5')).toBe(name === 'app' ? '1' : null)
  })

  test('of an enterprise uses enterprise paths where they exist', async () => {
    const server = await createTestServer()
    const { client, sent } = openBrowser(server, { subjectAid: 1001 })
    await client.send(sendCode, { email: 'ann@example.com', type: 13 })
    expect(sent.at(-1)?.path).toBe('/passport/aff/web/mobile/send_code')
    expect(sent.at(-1)?.query.get('subject_aid')).toBe('1001')
  })
})

describe('a failure', () => {
  const broken = (fetch: typeof globalThis.fetch) =>
    createClient({ aid: 1001, language: 'en', server: 'http://localhost:4321', fetch })

  test('of the server has name, code, translated text, data and log id', async () => {
    const server = await createTestServer()
    const { client } = openBrowser(server, { language: 'ja' })
    const failure: unknown = await client
      .send(passwordLogin, { account: 'nobody@example.com', password: 'x' })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(PassportError)
    expect(failure).toMatchObject({ name: 'password_error', code: 1009 })
    const { description, logId, data } = failure as PassportError
    expect(description).toMatch(/[ぁ-ん]/)
    expect(logId).not.toBe('')
    expect(data.log_id).toBe(logId)
  })

  test.each([
    ['text', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['a list', Response.json([], { status: 200 })],
    ['a success without what the row promises', Response.json({ message: 'success', data: {} })],
  ])('is a network error for a reply that is %s', async (_, reply) => {
    const failure = broken(() => Promise.resolve(reply)).send(listSessions, {})
    await expect(failure).rejects.toBeInstanceOf(NetworkError)
    await expect(failure).rejects.toMatchObject({
      name: 'Network request failed',
      status: reply.status,
    })
  })

  test('is a network error if no reply arrives', async () => {
    const failure = broken(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(failure.send(listSessions, {})).rejects.toMatchObject({ name: 'occur error' })
  })

  test('is a timeout if the reply takes longer than the endpoint allows', async () => {
    const never = broken(() => new Promise(() => {}))
    const failure = never.send({ ...listSessions, timeoutMs: 20 }, {})
    await expect(failure).rejects.toMatchObject({ name: 'timeout' })
  })

  test('is an abort if the caller aborts, before or during the call', async () => {
    const never = broken(() => new Promise(() => {}))
    const before = never.send(listSessions, {}, { signal: AbortSignal.abort() })
    await expect(before).rejects.toBeInstanceOf(AbortError)
    const controller = new AbortController()
    const meanwhile = never.send(listSessions, {}, { signal: controller.signal })
    controller.abort()
    await expect(meanwhile).rejects.toMatchObject({ name: 'AbortError' })
  })
})

test('reads a reply that is JSON inside a JSON text', async () => {
  const server = await createTestServer()
  const { client } = openBrowser(server, {
    fetch: async (input, init) => {
      const request = toRequest(input, init)
      const reply = await server.fetch(request)
      return Response.json(await reply.text(), { headers: reply.headers })
    },
  })
  await expect(client.send(accountInfo, {})).rejects.toMatchObject({ name: 'session_expired' })
})

async function openBrowserWithAccount(
  server: Awaited<ReturnType<typeof createTestServer>>,
): Promise<ReturnType<typeof openBrowser>> {
  const { emailRegister } = await import('#protocol/web/registration.ts')
  const browser = openBrowser(server)
  const email = 'ann@example.com'
  await browser.client.send(sendCode, { email, type: 16 })
  const code = await server.codeFor(email)
  const password = 'seven quiet otters'
  await browser.client.send(emailRegister, { email, code, password })
  await browser.client.send(passwordLogin, { account: email, password })
  return browser
}
