import { expect, test } from 'vitest'
import { verifyTotp } from '#protocol/web/methods.ts'
import { raiseSession } from '#protocol/web/session.ts'
import { raiseTo } from '../../widget/src/client/calls/level.ts'
import { addApp, codeOf } from '../support/authenticator-apps.ts'
import { createTestServer } from '../support/test-server.ts'
import { openBrowser } from './browser.ts'

const RAISE = '/passport/web/session/raise'

test('goes on in the session that another tab has raised meanwhile', async () => {
  const server = await createTestServer()
  const { client: otherTab } = await server.person()
  const { secret } = await addApp(server, otherTab)
  const browser = openBrowser(server, {
    fetch: async (...call) => {
      const reply = await browser.fetch(...call)
      // The page sent it before it had the cookie of the other tab.
      if (browser.sent.at(-1)?.path === RAISE) share()
      return reply
    },
  })
  const share = () => otherTab.cookies.forEach((value, name) => browser.cookies.set(name, value))
  share()
  const raise = { required_level: 2 } as const
  const { data } = await otherTab.call(raiseSession, raise)
  const params = {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
  }
  await otherTab.call(verifyTotp, { code: codeOf(server, secret), ...params })
  expect((await otherTab.call(raiseSession, raise, { params })).error).toBeUndefined()
  await raiseTo(browser.client.send, 2)
  expect(browser.cookies.get('sessionid')).toBe(otherTab.cookies.get('sessionid'))
})
