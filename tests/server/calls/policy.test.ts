import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readDecision } from '#protocol/captcha/decision.ts'
import { allEndpoints } from '#protocol/index.ts'
import { mobileBind } from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo, emailCodeLogin, passwordLogin } from '#protocol/web/login.ts'
import { authLogin } from '#protocol/web/providers.ts'
import { provingOperations, readPolicy } from '../../../server/policy/policy.ts'
import type { Answer, Client } from '../../support/client.ts'
import { passCaptcha } from '../../support/pass-captcha.ts'
import { createTestServer } from '../../support/test-server.ts'
import { shippedPolicy, writePolicy } from '../../support/write-policy.ts'

const email = 'ann@example.com'
const document = readFileSync(path.join(import.meta.dirname, '../../../docs/policy.md'), 'utf8')
const folder = mkdtempSync(path.join(tmpdir(), 'policy-'))
let files = 0

function fileOf(text: string): string {
  const name = path.join(folder, `${++files}.json`)
  writeFileSync(name, text)
  return name
}

async function wrongPasswords(client: Client, count: number): Promise<Answer[]> {
  const answers = []
  for (let tries = 0; tries < count; tries++) {
    answers.push(await client.call(passwordLogin, { email, password: `wrong ${tries}` }))
  }
  return answers
}

test('documents every name with its default', () => {
  const lines = document.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const cells = (name: string): string[] => lines.find(([, first]) => first === `\`${name}\``) ?? []
  const { captcha, kind, verify, refuse } = shippedPolicy.operations['*'] ?? {}
  expect(cells('captcha')[3]).toBe(`\`${captcha}\``)
  expect(cells('kind')[3]).toBe(`\`${kind}\``)
  expect([verify, refuse]).toEqual([[], []])
  for (const [name, value] of Object.entries(shippedPolicy.captcha)) {
    expect(cells(name)[2], name).toBe(String(value))
  }
  for (const name of ['verify', 'refuse', 'web_ids', 'addresses']) {
    expect(cells(name), name).toContain('none')
  }
  expect(shippedPolicy.banned).toEqual({ web_ids: [], addresses: [] })
  const { '*': _, ...operations } = shippedPolicy.operations
  const rows = lines.filter(([, first]) => first !== undefined && /^`\w+_\w+`$/.test(first))
  for (const [name, rule] of Object.entries(operations)) {
    expect(rows.map((row) => [row[1], row[2]])).toContainEqual([
      `\`${name}\``,
      `\`${(rule.verify ?? []).join('`, `')}\``,
    ])
  }
})

test.each([
  ['{', 'is not JSON'],
  ['[]', 'must be'],
  ['{"operations":{}}', '"captcha"'],
  [{ operations: { user_logn: {} } }, 'names "user_logn", which is no operation'],
  [
    { operations: { send_code: { verify: ['always'] } } },
    '"verify", "refuse" or "level" for "send_code"',
  ],
  [{ operations: { '*': { captcha: 'sometimes' } } }, '"operations.*.captcha" in the policy'],
  [
    { operations: { '*': { verify: ['old_device'] } } },
    'must be one of "always", "new_device", "new_network"',
  ],
  [{ operations: { '*': { captchas: 'never' } } }, 'there is no such name'],
  [{ captcha: { ...shippedPolicy.captcha, human_minutes: 0 } }, 'a whole number of 1 or more'],
  [{ banned: { web_ids: [], addresses: ['203.0.113.0/33'] } }, 'banned.addresses.0'],
])('stops the start with one sentence for %j', (given, sentence) => {
  const file = typeof given === 'string' ? fileOf(given) : writePolicy(given)
  expect(() => readPolicy(file, ['user_login', 'send_code'])).toThrow(sentence)
})

test('accepts only operations with a proof', () => {
  const names = new Set(allEndpoints.map(({ operation }) => operation))
  expect(provingOperations.filter((name) => !names.has(name))).toEqual([])
})

test('names a missing file', () => {
  expect(() => readPolicy('/nonexistent/policy.json', [])).toThrow(
    'POLICY_FILE is "/nonexistent/policy.json", which cannot be read.',
  )
})

test('requires a captcha before each call that the policy names, once per call', async () => {
  const POLICY_FILE = writePolicy({ operations: { email_code_login: { captcha: 'always' } } })
  const server = await createTestServer({ settings: { POLICY_FILE } })
  const client = server.client()
  await client.call(sendCode, { email, type: 13 })
  const code = await server.codeFor(email)
  const rejection = await client.call(emailCodeLogin, { email, code })
  expect(rejection.error).toBe('captcha_slide')
  await passCaptcha(client, rejection)
  const resend = { params: { is_resend: '1' } }
  expect((await client.call(emailCodeLogin, { email, code }, resend)).error).toBeUndefined()
  expect((await client.call(emailCodeLogin, { email, code }, resend)).error).toBe('captcha_slide')
})

test('requires no captcha if the policy says never', async () => {
  const POLICY_FILE = writePolicy({
    operations: { send_code: { captcha: 'never' }, user_login: { captcha: 'never' } },
  })
  const server = await createTestServer({ settings: { POLICY_FILE, CAPTCHA_ON_SEND: 'on' } })
  const client = server.client()
  expect((await client.call(sendCode, { email, type: 13 })).error).toBeUndefined()
  const answers = await wrongPasswords(client, 5)
  expect(answers.map(({ error }) => error)).toEqual(Array(5).fill('password_error'))
})

test('counts wrong passwords by the policy, up to two captchas in a row', async () => {
  const POLICY_FILE = writePolicy({
    captcha: { ...shippedPolicy.captcha, wrong_passwords: 2, wrong_passwords_for_a_second: 3 },
  })
  const settings = { POLICY_FILE, SECOND_VERIFICATION: 'on' }
  const server = await createTestServer({ settings })
  const { password } = await server.person({ email })
  const client = server.client()
  const answers = await wrongPasswords(client, 3)
  expect(answers.map(({ error }) => error)).toEqual([
    'password_error',
    'password_error',
    'captcha_slide',
  ])
  await passCaptcha(client, answers[2] as Answer)
  const resend = { params: { is_resend: '1' } }
  const third = await client.call(passwordLogin, { email, password: 'wrong 2' }, resend)
  expect(third.error).toBe('password_error')

  const first = await client.call(passwordLogin, { email, password })
  expect(first.body.verify_center_decision_conf).toBeDefined()
  await passCaptcha(client, first)
  const second = await client.call(passwordLogin, { email, password }, resend)
  const { verify_center_secondary_decision_conf: decision } = second.body
  expect(second.body.verify_center_decision_conf).toBeUndefined()
  expect(readDecision(decision)?.subtype).toBe('slide')
  const conf = { ...second, body: { ...second.body, verify_center_decision_conf: decision } }
  await passCaptcha(client, conf as Answer)
  const last = await client.call(passwordLogin, { email, password }, resend)
  // The third and last challenge.
  expect(last.error).toBe('second_verify')
})

test('uses the kind of puzzle that the policy names', async () => {
  const POLICY_FILE = writePolicy({ operations: { send_code: { kind: 'whirl' } } })
  const server = await createTestServer({ settings: { POLICY_FILE, CAPTCHA_ON_SEND: 'on' } })
  const rejection = await server.client().call(sendCode, { email, type: 13 })
  const conf = rejection.body.verify_center_decision_conf ?? ''
  expect(JSON.parse(conf)).toMatchObject({ code: '99996', subtype: 'whirl' })
})

test('rejects a new device after the proof if the policy says so', async () => {
  const POLICY_FILE = writePolicy({ operations: { user_login: { refuse: ['new_device'] } } })
  const server = await createTestServer({ settings: { POLICY_FILE } })
  const { client, password } = await server.person({ email })
  expect((await client.call(passwordLogin, { email, password })).error).toBeUndefined()
  const other = server.client()
  const wrong = await other.call(passwordLogin, { email, password: 'eight otters' })
  expect(wrong.error).toBe('password_error')
  const right = await other.call(passwordLogin, { email, password })
  expect(right.body.error_code).toBe(2156)
})

test('rejects proofs of banned browsers and addresses', async () => {
  const POLICY_FILE = writePolicy({
    banned: { web_ids: ['verify_banned'], addresses: ['203.0.113.0/24', '2001:db8::/32'] },
  })
  const server = await createTestServer({ settings: { POLICY_FILE } })
  const { client, password } = await server.person({ email })
  const banned = { params: { fp: 'verify_banned' } }
  const refused = await client.call(passwordLogin, { email, password }, banned)
  expect(refused.body.error_code).toBe(1093)
  const returned = { platform: 'github', code: 'x', state: 'x' } as const
  expect((await client.call(authLogin, returned, banned)).error).toBe('device_banned')
  expect((await client.call(accountInfo, {}, banned)).error).toBeUndefined()
  for (const address of ['203.0.113.9', '2001:db8:1::1', '::ffff:203.0.113.9']) {
    const answer = await client.call(sendCode, { email, type: 13 }, { address })
    expect(answer.body.error_code).toBe(2156)
  }
  const free = { address: '198.51.100.1' }
  expect((await client.call(sendCode, { email, type: 13 }, free)).error).toBeUndefined()
})

test('applies the same rejections to plain forms', async () => {
  const POLICY_FILE = writePolicy({
    operations: {
      user_login: { refuse: ['new_device'] },
      reset_by_email: { verify: ['new_device'] },
    },
  })
  const settings = { POLICY_FILE, SECOND_VERIFICATION: 'on' }
  const server = await createTestServer({ settings })
  const { client, password } = await server.person({ email })
  const mobile = '+819012345678'
  await client.call(sendCode, { mobile, type: 17 })
  await client.call(mobileBind, { mobile, code: await server.codeFor(mobile) })
  const stranger = server.client()
  const login = await stranger.form('/form/login', { account: email, password, language: 'en' })
  expect(login.status).toBe(422)
  expect(stranger.cookies.has('sessionid')).toBe(false)
  await stranger.form('/form/reset-password', { email, language: 'en' })
  const code = await server.codeFor(email)
  const fields = { email, code, password: 'nine loud herons', step: 'finish', language: 'en' }
  const reply = await stranger.form('/form/reset-password', fields)
  expect(stranger.cookies.has('sessionid')).toBe(false)
  const fresh = { email, password: 'nine loud herons' }
  expect((await server.client().call(passwordLogin, fresh)).error).toBe('password_error')
  const ticket = /name="ticket" value="([^"]+)"/.exec(await reply.text())?.[1] ?? ''
  const second = { ticket, code: await server.codeFor(mobile), next: '/pricing', language: 'en' }
  const elsewhere = await server.client().form('/form/login', second)
  expect(elsewhere.status).toBe(422)
  const done = await stranger.form('/form/login', second)
  expect([done.status, done.headers.get('location')]).toEqual([303, '/pricing'])
  expect((await stranger.call(accountInfo, {})).error).toBeUndefined()
  // Refused after the password was accepted.
  expect((await server.client().call(passwordLogin, fresh)).error).toBe('system_busy')
})
