import { hostname } from 'node:os'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { errors } from '#protocol/errors.ts'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { changePassword } from '#protocol/web/password.ts'
import { createLog } from '../../../server/lib/log.ts'
import { readVersion } from '../../../server/lib/version.ts'
import { createSecretWatch } from '../../support/secret-watch.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

// Each test server checks its own log when it closes, so this holds in the whole suite.
describe('the search for secrets in the log', () => {
  async function watched(
    reply: Response,
    request: Request,
  ): Promise<(lines: string[]) => string[]> {
    const watch = createSecretWatch()
    await watch.watch(() => Promise.resolve(reply))(request)
    return (lines) => watch.problems(lines)
  }

  test('finds values of requests and replies', async () => {
    const request = new Request(`${ORIGIN}/x?mobile=%2B13800138000`, {
      method: 'POST',
      headers: { cookie: 'sessionid=a-session-token; s_v_web_id=verify_x' },
      body: new URLSearchParams({ password: 'seven quiet otters', code: '482913', aid: '1001' }),
    })
    const reply = Response.json(
      { data: { value_ticket: 'a-ticket', name: 'x' } },
      { headers: { 'set-cookie': 'sessionid=another-token; Path=/' } },
    )
    const problems = await watched(reply, request)
    for (const secret of [
      '+13800138000',
      'a-session-token',
      'another-token',
      'seven quiet otters',
      '482913',
      'a-ticket',
    ]) {
      expect(problems([`{"msg":"about ${secret}."}\n`])).toEqual([`a secret: ${secret}`])
    }
    expect(problems(['{"aid":1001,"id":"74829139","fp":"verify_x"}\n'])).toEqual([])
  })

  test('reports malformed lines, and failures without a line', async () => {
    const reply = Response.json({}, { status: 500, headers: { 'x-tt-logid': 'L1' } })
    const problems = await watched(reply, new Request(`${ORIGIN}/x`))
    expect(problems([])).toEqual(['no line for 500 of /x'])
    expect(problems(['{"logId":"L1"}\n'])).toEqual([])
    expect(problems(['{"logId":"L1"}\n', '{"a":1}\n{"b":2}\n'])).toHaveLength(1)
    expect(problems(['{"logId":"L1"}\n', '{"a":"\u009b31m"}\n'])).toHaveLength(1)
  })
})

describe('a line of the log', () => {
  test('contains the error code of a database or mail server', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    log.fault('L1', 'request', Object.assign(new Error('no way'), { code: 'ECONNRESET' }))
    log.sendFailed(
      'm1',
      2,
      Object.assign(new Error('full'), { code: 'EENVELOPE', responseCode: 452 }),
    )
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { err: { errorCode: 'ECONNRESET' } },
      { err: { errorCode: 'EENVELOPE', responseCode: 452 } },
    ])
  })

  test('cannot contain line breaks or control sequences of a request', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const nasty = 'x\r\n{"level":60}\u0000\u001b[31m\u009b31m\u2028y'
    log.providerFailed('L1', nasty, nasty, nasty)
    log.fault('L2', 'request', new Error(nasty))
    for (const line of lines) {
      expect(line.endsWith('\n')).toBe(true)
      expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(JSON.parse(line)).not.toMatchObject({ level: 60 })
    }
  })

  test('describes an error without the row that a database quotes', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const refused = Object.assign(new Error('duplicate key: (ann@example.com)'), {
      code: '23505',
      detail: 'Key (email)=(ann@example.com) already exists.',
      parameters: ['ann@example.com', '+13800138000'],
    })
    log.fault('L1', 'request', new Error('a change failed for +13800138000', { cause: refused }))
    const [line = ''] = lines
    expect(line).not.toMatch(/ann@|13800138000/)
    expect(JSON.parse(line)).toMatchObject({
      logId: 'L1',
      err: { message: 'a change failed for [number]', cause: { errorCode: '23505' } },
    })
    expect(line).toContain('logs.test.ts')
  })
})

test('logs attempted attacks by name and log id', async () => {
  const server = await createTestServer()
  const { client, password } = await server.person()
  const change = { current_password: password, password: 'eight calm herons' }
  const refused = [
    await client.call(changePassword, change, {
      headers: { 'x-tt-passport-csrf-token': 'forged' },
    }),
    await client.call(changePassword, change, { origin: 'https://evil.example' }),
    await client.call(accountInfo, {}, { origin: 'https://evil.example' }),
  ]
  for (const { error, body } of refused) {
    expect(error).toBe('csrf_error')
    const line = server.lines.find((one) => one.includes(body.log_id))
    expect(line).toContain(`"instance":"${hostname()}:${process.pid}"`)
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 40,
      msg: 'attempt refused',
      error: 2035,
      errorName: 'csrf_error',
      version: readVersion(),
      logId: body.log_id,
    })
  }
})

test('logs each error under the log id of the reply', async () => {
  const server = await createTestServer()
  const client = server.client()
  await server.database.query.schema.dropTable('attempt_limits').execute()
  const answer = await client.call(passwordLogin, { email: 'ann@example.com', password: 'guess' })
  expect(answer.error).toBe('server_error')
  const lines = server.lines.filter((line) => line.includes(answer.body.log_id))
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['fault', 'call'])
})

test('logs what a plain form refuses as it logs the call, so that guesses are counted', async () => {
  const server = await createTestServer()
  const { email } = await server.person()
  for (const [fields, errorOf] of [
    [{ account: email, password: 'guess' }, 'password_error'],
    [{ account: 'nobody@example.com', password: 'guess' }, 'password_error'],
    [{}, 'bad_parameter'],
  ] as const) {
    const page = await server.client().form('/form/login', { ...fields, language: 'en' })
    const logId = page.headers.get('x-tt-logid') ?? ''
    const call = server.lines.find((line) => line.includes(logId) && line.includes('"call"'))
    const logged = { operation: 'form_login', status: 422, error: errors[errorOf].code }
    expect(JSON.parse(call ?? '{}')).toMatchObject(logged)
  }
})
