import { expect, test } from 'vitest'
import { fillPath, pathsOf } from '#protocol/endpoint.ts'
import { sendRandomInputs, everySecondEndpoint, endpoints } from '../../support/fuzz-inputs.ts'
import { createTestServer, ORIGIN } from '../../support/test-server.ts'

test.each(everySecondEndpoint(0))(
  'answers random input to %s with the envelope',
  async (_, endpoint) => {
    expect(await sendRandomInputs(endpoint)).toEqual([])
  },
)

test.each([
  ['a form that is too large', 413, { body: `a=${'x'.repeat(70_000)}` }],
  ['a broken escape', 400, { body: 'password=%E0%A4%A' }],
  ['another content type', 415, { body: '<a/>', type: 'text/xml' }],
  ['a repeated password', 200, { body: 'account=ann&password=one&password=two' }],
  [
    'a thousand fields',
    200,
    { body: Array.from({ length: 1000 }, (_, at) => `f${at}=1`).join('&') },
  ],
])(
  'answers %s in the envelope',
  async (_, status, { body, type }: { body: string; type?: string }) => {
    const server = await createTestServer()
    const reply = await server.fetch(
      new Request(`${ORIGIN}/passport/web/user/login?aid=1001`, {
        method: 'POST',
        headers: {
          origin: ORIGIN,
          'x-tt-passport-csrf-token': 'made up',
          'content-type': type ?? 'application/x-www-form-urlencoded',
        },
        body,
      }),
    )
    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject({ message: 'error' })
  },
)

test('serves every path of every endpoint, with and without a trailing slash', async () => {
  const server = await createTestServer()
  for (const [name, endpoint] of endpoints) {
    for (const { path } of pathsOf(endpoint)) {
      const url = `${ORIGIN}${fillPath(path, { aid: '1001', key: 'none' })}`
      for (const slash of ['', '/']) {
        const reply = await server.fetch(
          new Request(`${url}${slash}?aid=1001`, { method: endpoint.methods[0] ?? 'POST' }),
        )
        expect(reply.status, `${name} at ${path}${slash}`).not.toBe(404)
        expect(reply.redirected).toBe(false)
      }
    }
  }
})
