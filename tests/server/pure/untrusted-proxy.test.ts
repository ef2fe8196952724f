import { request } from 'node:http'
import { expect, test } from 'vitest'
import { createTestServer } from '../../support/test-server.ts'

/** Calls the server over loopback, as a proxy on the same machine does. */
async function call(port: number, forwardedFor?: string): Promise<void> {
  const headers = forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }
  await new Promise((resolve, reject) => {
    const path = '/passport/web/account/info/v2?aid=1001&account_sdk_source=web'
    request({ host: '127.0.0.1', port, path, headers }, (reply) =>
      reply.resume().on('end', resolve),
    )
      .on('error', reject)
      .end()
  })
}

test.each([
  ['', 1],
  ['127.0.0.1', 0],
])('warns once of a proxy on this machine with TRUSTED_PROXIES="%s"', async (trusted, warnings) => {
  const server = await createTestServer({ settings: { TRUSTED_PROXIES: trusted } })
  const port = await server.app.listen('127.0.0.1', 0)
  const logged = (): string[] =>
    server.lines.filter((line) => line.includes('A proxy on this machine'))
  await call(port)
  expect(logged()).toEqual([])
  await call(port, '203.0.113.7')
  await call(port, '203.0.113.8')
  expect(logged()).toHaveLength(warnings)
})
