import { expect, test, vi } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { computeCaptcha } from '../../widget/src/client/index.ts'
import { createTestServer } from '../support/test-server.ts'
import { openBrowser, toRequest } from './browser.ts'

test('computes in programs on Node 20, which has no Promise.withResolvers', async () => {
  const server = await createTestServer({ settings: { CAPTCHA_ON_SEND: 'on' } })
  // Without cookies and `Origin`, as a program.
  const send: typeof fetch = (...call) => server.fetch(toRequest(...call))
  const { client } = openBrowser(server, {
    openChallenge: async (decision) => {
      const missing = vi.spyOn(Promise, 'withResolvers').mockImplementation(() => {
        throw new TypeError('Promise.withResolvers is not a function')
      })
      const computed = computeCaptcha({ aid: 1001, language: 'en', fetch: send })(decision)
      // The server of this test runs on a newer Node.
      missing.mockRestore()
      await computed
    },
  })
  const sent = await client.send(sendCode, { email: 'ann@example.com', type: 16 })
  expect(sent.code_length).toBe(6)
})
