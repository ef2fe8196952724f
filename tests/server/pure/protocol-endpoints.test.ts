import { describe, expect, test } from 'vitest'
import { groups } from '#protocol/index.ts'
import { createRoutes } from '../../../server/dispatch/routes.ts'
import { handlers } from '../../../server/endpoints/all.ts'
import { readAnswer, type Answer, type Client } from '../../support/client.ts'
import { expectedEndpoints, type ExpectedEndpoint } from '../../support/expected-endpoints.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

// The walk over all endpoints has no limit.
const settings = {
  CALLS_PER_ADDRESS_10S: '1000000',
  WRONG_CODES_PER_ADDRESS_HOUR: '1000000',
  FAILURES_BEFORE_CAPTCHA: '1000000',
  CODES_PER_TARGET_HOUR: '1000000',
  CODES_PER_TARGET_DAY: '1000000',
  CODES_PER_WEB_ID_HOUR: '1000000',
}

/** Sends as a program does: no cookie, no Origin, and parameters that mean nothing here. */
async function send(
  server: TestServer,
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, string>>,
  browser?: { client: Client; csrf: string },
): Promise<Answer> {
  const common = new URLSearchParams({
    aid: '1001',
    account_sdk_source: 'web',
    language: 'en',
    passport_jssdk_version: '2.0.0',
    request_id: '1795269842000',
    biz_trace_id: '0a1b2c3d',
    msToken: 'nothing',
  })
  const body = new URLSearchParams(fields)
  const request =
    method === 'GET'
      ? new Request(`${ORIGIN}${path}?${common}&${body}`)
      : new Request(`${ORIGIN}${path}?${common}`, {
          method,
          body,
          ...(browser === undefined
            ? {}
            : { headers: { 'x-tt-passport-csrf-token': browser.csrf, origin: ORIGIN } }),
        })
  const reply = await (browser === undefined ? server.fetch(request) : browser.client.send(request))
  expect(reply.status, `${path} redirects`).not.toBeOneOf([301, 302, 303, 307, 308])
  return await readAnswer(reply)
}

function without(fields: ExpectedEndpoint['fields'], name: string): ExpectedEndpoint['fields'] {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name))
}

describe('every expected endpoint', () => {
  test('is served at every path, with and without a trailing slash, for its methods only', async () => {
    const server = await createTestServer({ settings })
    for (const { fields, methods, needsSession, operation, paths } of expectedEndpoints) {
      for (const path of paths.flatMap((one) => [one, `${one}/`])) {
        for (const method of ['GET', 'POST'] as const) {
          // A code by GET has a type of its own.
          if (operation === 'send_code' && method === 'GET') continue
          const name = `${method} ${path}`
          const { body, status } = await send(server, method, path, fields)
          const isOffered = methods.includes(method)
          expect(status, name).toBe(isOffered ? 200 : 405)
          expect(body.error_code === 8005, name).toBe(!isOffered)
          expect(body.error_code === 1000, name).toBe(isOffered && needsSession)
          expect(body.data, name).toMatchObject({ error_code: body.error_code })
        }
      }
    }
  })

  test('rejects each missing field with its number', async () => {
    const server = await createTestServer({ settings })
    const { client } = await server.person()
    const first = await client.send(new Request(`${ORIGIN}/passport/web/account/info?aid=1001`))
    const csrf = first.headers.get('x-tt-passport-csrf-token') ?? ''
    for (const { fields, missing, needsSession, paths } of expectedEndpoints) {
      const [path = ''] = paths
      for (const [field, code] of Object.entries(missing)) {
        const some = without(fields, field)
        const browser = needsSession ? { client, csrf } : undefined
        const { body } = await send(server, 'POST', path, some, browser)
        expect(body.error_code, `${path} without ${field}`).toBe(code)
      }
    }
  })

  test('belongs to the operation of that name', () => {
    const routes = createRoutes(groups, handlers)
    for (const { operation, paths } of expectedEndpoints) {
      for (const path of paths) {
        const pattern = path.replace(/1001$/, ':aid').replace(/unknown$/, ':key')
        expect(routes.get(pattern)?.endpoint.operation, path).toBe(operation)
      }
    }
  })
})
