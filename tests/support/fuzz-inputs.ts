import fc from 'fast-check'
import { expect, inject } from 'vitest'
import { codeTypes } from '#protocol/code-types.ts'
import { pathsOf, fillPath, type Endpoint } from '#protocol/endpoint.ts'
import { errorName } from '#protocol/errors.ts'
import { groups } from '#protocol/index.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import type { Client } from './client.ts'
import { createTestServer, ORIGIN, type TestServer } from './test-server.ts'

/** Every endpoint with its name. */
export const endpoints: readonly (readonly [string, Endpoint])[] = Object.values(groups).flatMap(
  (group) => Object.entries(group as Record<string, Endpoint>),
)
/** Fewer runs on PostgreSQL, because validation does not depend on the database. */
const runs = inject('postgres') === undefined ? 100 : (inject('faults') ?? 0) > 0 ? 10 : 25
const SEED = 20_261_121 + runs

/** Texts that often break parsers. */
const brokenText = fc.oneof(
  fc.constantFrom(
    '\0',
    'a\0b',
    '\u202e',
    '\u{1f469}\u200d\u{1f4bb}',
    'ｅ＠ｅ．ｃｏｍ',
    'İ'.repeat(64),
    '-0',
    '1e309',
    'NaN',
    '٣',
    '__proto__',
    'constructor',
    '[object Object]',
    '{"a":[1]}',
    "' or 1=1 --",
    '../../etc/passwd',
    '<script>',
    'a,b@example.com',
    '9007199254740993',
    '%',
    '\r\nset-cookie: a=b',
    'x'.repeat(5000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer().map(String),
)

/** Values that pass validation, by field. */
const validValues: Record<string, fc.Arbitrary<string>> = {
  email: fc.constantFrom('person1@example.com', 'nobody@example.com', 'A.B+c@exämple.org'),
  mobile: fc.constantFrom('+819012345678', '09012345678', '+14155550100'),
  account: fc.constantFrom('person1@example.com', '+819012345678', 'ann'),
  username: fc.constantFrom('ann', 'ａｎｎ'),
  password: fc.constantFrom('seven quiet otters', 'short', 'p'.repeat(129)),
  code: fc.constantFrom('000000', '123456', '12 34-56'),
  type: fc.constantFrom(...Object.keys(codeTypes), '0', '99'),
  ticket: fc.constant('t'.repeat(43)),
  next: fc.constantFrom('/account-setting', 'https://evil.example/', '//evil.example', '\\\\evil'),
  page: fc.constantFrom('0', '1', '-1', '99999999'),
}

function payloads(endpoint: Endpoint): fc.Arbitrary<[string, string][]> {
  const names = [
    ...Object.keys((endpoint.payload.schema ?? {}) as object),
    'is_resend',
    'mix_mode',
    'fp',
  ]
  const pairs = names.map((name) => {
    const value =
      validValues[name] ?? (/ticket|token|key/.test(name) ? validValues.ticket : undefined)
    const one =
      value === undefined ? brokenText : fc.oneof({ weight: 3, arbitrary: value }, brokenText)
    // Missing, once, or twice.
    return fc.array(fc.tuple(fc.constant(name), one), { maxLength: 2 })
  })
  return fc.tuple(...pairs).map((lists) => lists.flat())
}

function requests(endpoint: Endpoint, cookie: string, csrf: string): fc.Arbitrary<Request> {
  return fc
    .tuple(
      fc.constantFrom(...endpoint.methods),
      fc.constantFrom(...pathsOf(endpoint)),
      payloads(endpoint),
      fc.boolean(),
      fc.constantFrom('', '/'),
      fc.constantFrom('en', 'ja', 'zh', 'xx', ''),
      fc.oneof({ weight: 9, arbitrary: fc.constant('1001') }, brokenText),
    )
    .map(([method, { path }, pairs, hasSession, slash, language, aid]) => {
      const filled = fillPath(path, { aid: '1001', ...Object.fromEntries(pairs) })
      const query = new URLSearchParams({ aid, language })
      if (method === 'GET') for (const [name, value] of pairs) query.append(name, value)
      return new Request(`${ORIGIN}${filled}${slash}?${query}`, {
        method,
        headers: {
          origin: ORIGIN,
          'x-tt-passport-csrf-token': csrf,
          ...(hasSession ? { cookie } : {}),
          ...(endpoint.body === 'json' ? { 'content-type': 'application/json' } : {}),
        },
        ...(method === 'GET' ? {} : { body: bodyOf(endpoint, pairs) }),
      })
    })
}

function bodyOf(endpoint: Endpoint, pairs: [string, string][]): BodyInit {
  if (endpoint.body === 'json') return JSON.stringify(Object.fromEntries(pairs))
  if (endpoint.body === 'form') return new URLSearchParams(pairs)
  const form = new FormData()
  for (const [name, value] of pairs) form.append(name, value)
  form.append('avatar', new Blob([pairs.flat().join('')]), 'a.png')
  return form
}

async function signedIn(server: TestServer): Promise<Client> {
  const { client, email, password } = await server.person({ email: 'person1@example.com' })
  await client.call(passwordLogin, { email, password })
  return client
}

/** Returns every second endpoint, so that two test files share the work. */
export function everySecondEndpoint(which: 0 | 1): (readonly [string, Endpoint])[] {
  return endpoints.filter((_, at) => at % 2 === which)
}

/** Sends random input to an endpoint and expects envelopes; returns the logged system errors. */
export async function sendRandomInputs(endpoint: Endpoint): Promise<string[]> {
  const server = await createTestServer({ settings: { FORM_POSTS_PER_ADDRESS_HOUR: '100000' } })
  const client = await signedIn(server)
  const cookie = [...client.cookies].map((pair) => pair.join('=')).join('; ')
  const csrf = client.cookies.get('passport_csrf_token') ?? ''
  await fc.assert(
    fc.asyncProperty(requests(endpoint, cookie, csrf), async (request) => {
      const reply = await server.fetch(request)
      const text = await reply.text()
      expect(reply.status, text).toBeLessThan(500)
      if (isPlain(endpoint, reply)) return
      const body = JSON.parse(text) as Record<string, unknown> & { data: Record<string, unknown> }
      expect(body.status_code).toBe(body.error_code)
      expect(typeof body.data).toBe('object')
      expect(typeof body.log_id).toBe('string')
      const reportFailure = body.message === 'success' ? 0 : body.data.name
      expect(reportFailure).toBe(body.error_code === 0 ? 0 : errorName(Number(body.error_code)))
    }),
    { numRuns: runs, seed: SEED },
  )
  return server.lines.filter((line) => line.includes('"fault"'))
}

// Navigations are answered by pages, pictures and redirects instead of envelopes.
function isPlain(endpoint: Endpoint, reply: Response): boolean {
  const type = reply.headers.get('content-type') ?? ''
  return (
    endpoint.methods.includes('GET') &&
    (reply.status < 400 || endpoint.navigation) &&
    (reply.status === 302 || !type.startsWith('application/json'))
  )
}
