import path from 'node:path'
import { expect, test } from 'vitest'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { checkQrconnect, confirmQrcode } from '#protocol/web/qr.ts'
import { listSessions } from '#protocol/web/session.ts'
import { createClient, type Answer } from '../../support/client.ts'
import { answer, scan, showCode } from '../../support/qr.ts'
import { createTestServer, createTwoServers, ORIGIN } from '../../support/test-server.ts'

const policy = path.join(import.meta.dirname, '../../support/policies/qr-network.json')

test('handles a code over two instances, once', async () => {
  const [one, two] = await createTwoServers()
  const phone = await one.person()
  const desktop = await showCode(one)
  await scan(phone, desktop.scanToken)
  const elsewhere = createClient(two.fetch, ORIGIN)
  for (const [name, value] of phone.client.cookies) elsewhere.cookies.set(name, value)
  await elsewhere.call(accountInfo, {})
  const { data } = await elsewhere.call(confirmQrcode, { token: desktop.scanToken })
  expect(data.status).toBe('confirmed')
  one.clock.passSeconds(1)
  const query = new URLSearchParams({ aid: '1001', token: desktop.token })
  const cookie = [...desktop.client.cookies].map((pair) => pair.join('=')).join('; ')
  const replies = await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const url = `${ORIGIN}/passport/web/check_qrconnect/?${query}`
      const headers = { cookie, 'sec-fetch-site': 'same-origin' }
      const reply = await (at % 2 === 0 ? one : two).fetch(new Request(url, { headers }))
      return (await reply.json()) as Answer['body']
    }),
  )
  expect(replies.filter((reply) => reply.data.status === 'confirmed')).toHaveLength(1)
  expect((await phone.client.call(listSessions, {})).data.total).toBe(2)
})

test('requires two-step verification if the result is fetched from another network', async () => {
  const server = await createTestServer({
    settings: { SECOND_VERIFICATION: 'on', POLICY_FILE: policy },
  })
  const phone = await server.person()
  const desktop = await showCode(server)
  await scan(phone, desktop.scanToken)
  await answer(phone, desktop.scanToken)
  server.clock.passSeconds(1)
  const token = desktop.token
  const away = { address: '203.0.113.9' }
  const rejection = await desktop.client.call(checkQrconnect, { token }, away)
  expect(rejection.body).toMatchObject({ error_code: 2046, data: { account_flow: 'verify' } })
  const references = {
    sms_code_key: String(rejection.data.sms_code_key),
    verify_ticket: String(rejection.data.verify_ticket),
    encrypt_uid: String(rejection.data.encrypt_uid),
  }
  const { sms_code_key } = references
  await desktop.client.call(sendCode, { type: 11, sms_code_key }, away)
  const code = await server.codeFor(phone.email)
  server.clock.passSeconds(120)
  const passed = await desktop.client.call(validateCode, { type: 11, code, ...references }, away)
  expect(passed.error).toBeUndefined()
  // The code still exists, and the pass is valid for it alone.
  const again = { ...away, params: references }
  const other = await showCode(server, desktop.client)
  const foreign = { token: other.token }
  expect((await desktop.client.call(checkQrconnect, foreign, again)).data.status).toBe('new')
  const done = await desktop.client.call(checkQrconnect, { token }, again)
  expect(done.data).toMatchObject({ status: 'confirmed', user_data: { user_id_str: phone.userId } })
})

test('accepts a poll without references after a passed two-step verification', async () => {
  const settings = { SECOND_VERIFICATION: 'on', POLICY_FILE: policy }
  const server = await createTestServer({ settings })
  const phone = await server.person()
  const desktop = await showCode(server)
  await scan(phone, desktop.scanToken)
  await answer(phone, desktop.scanToken)
  const { token, client } = desktop
  const away = { address: '203.0.113.9' }
  const rejections: Answer[] = []
  for (let polls = 0; polls < 3; polls++) {
    server.clock.passSeconds(2)
    rejections.push(await client.call(checkQrconnect, { token }, away))
  }
  const keys = rejections.map(({ data }) => String(data.sms_code_key))
  expect(new Set(keys).size).toBe(1)
  const sms_code_key = keys[0] ?? ''
  await client.call(sendCode, { type: 11, sms_code_key }, away)
  const code = await server.codeFor(phone.email)
  await client.call(validateCode, { type: 11, code, sms_code_key }, away)
  server.clock.passSeconds(2)
  const done = await client.call(checkQrconnect, { token }, away)
  expect(done.data.status).toBe('confirmed')
})

test('requires two-step verification on the phone if the desktop is in an unknown network', async () => {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const phone = await server.person()
  const desktop = await showCode(server, server.client('203.0.113.9'))
  await scan(phone, desktop.scanToken)
  expect((await answer(phone, desktop.scanToken)).body.error_code).toBe(2046)
  expect((await desktop.poll()).data.status).toBe('scanned')
  expect((await answer(phone, desktop.scanToken, 'refuse')).data.status).toBe('refused')
})
