import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import {
  acceptInvitation,
  checkInvitation,
  createInvitationByLark,
  listInvitations,
} from '#protocol/web/invitations.ts'
import { createCompany } from '../../support/companies.ts'
import { createTestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const
const person = { lark_open_id: 'ou_7d8a6e6df7621556ce0d21922b676706', deputy_name: 'Hana' }

interface LarkCall {
  path: string
  authorization: string
  body: Record<string, string>
}

/** The API of Lark on this machine, which gives tokens and takes messages. */
async function startLark(): Promise<{ url: string; calls: LarkCall[] }> {
  const calls: LarkCall[] = []
  const lark = createServer((request, reply) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, string>
      const { authorization = '' } = request.headers
      calls.push({ path: request.url ?? '', authorization, body })
      const isToken = request.url?.includes('tenant_access_token') === true
      const token = { code: 0, tenant_access_token: 't-lark', expire: 7200 }
      reply.end(JSON.stringify(isToken ? token : { code: 0, data: {} }))
    })()
  })
  await new Promise<void>((resolve) => lark.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void lark.close())
  return { url: `http://127.0.0.1:${(lark.address() as AddressInfo).port}`, calls }
}

test('sends an invitation as a message at Lark, whose link is the proof', async () => {
  const lark = await startLark()
  const settings = { LARK_APP_ID: 'cli_1', LARK_APP_SECRET: 'secret of lark', LARK_URL: lark.url }
  const server = await createTestServer({ settings })
  const { manager, id } = await createCompany(server)
  const sent = await manager.call(createInvitationByLark, person)
  expect(sent.data).toMatchObject({ channel: 'lark', target: 'Lark ou_7d8***', status: 'pending' })
  expect(sent.data.link).toBe(undefined)
  await server.settled()
  const [token, message] = lark.calls
  expect(token?.body).toEqual({ app_id: 'cli_1', app_secret: 'secret of lark' })
  expect(message).toMatchObject({
    path: '/open-apis/im/v1/messages?receive_id_type=open_id',
    authorization: 'Bearer t-lark',
    body: { receive_id: person.lark_open_id, msg_type: 'text' },
  })
  expect(message?.body.uuid?.length).toBeLessThanOrEqual(50)
  const { text } = JSON.parse(message?.body.content ?? '{}') as { text: string }
  const ticket = /ticket=([\w-]{43})/.exec(text)?.[1] ?? ''

  expect((await manager.call(createInvitationByLark, person)).error).toBe('invitation_pending')
  const list = JSON.stringify((await manager.call(listInvitations, {})).data)
  expect(list).not.toContain(person.lark_open_id)
  const stranger = server.client()
  const offered = await stranger.call(checkInvitation, { invite_ticket: ticket }, aff)
  expect(offered.data).toMatchObject({ channel: 'lark', need_code: 1, is_registered: 0 })
  const code = await stranger.call(sendCode, { invite_ticket: ticket, type: 13 })
  expect(code.error).toBe('code_type_error')
  const unsigned = await stranger.call(
    acceptInvitation,
    { invite_ticket: ticket, code: '123456' },
    aff,
  )
  expect(unsigned.error).toBe('session_expired')
  const hana = await server.person()
  const joined = await hana.client.call(acceptInvitation, { invite_ticket: ticket }, aff)
  expect(joined.data).toMatchObject({ login_subject_uid: id })
  const member = await manager.find(String(joined.data.user_identity_id))
  expect(member).toMatchObject({ deputy_name: 'Hana', email: '', mobile: '' })
  const late = await server.person()
  const again = await late.client.call(acceptInvitation, { invite_ticket: ticket }, aff)
  expect(again.error).toBe('invitation_used')
})

test('refuses an invitation without an app at Lark, and for an invalid id', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const refused = await manager.call(createInvitationByLark, person)
  expect(refused.error).toBe('platform_unavailable')
  const wrong = await manager.call(createInvitationByLark, { ...person, lark_open_id: 'hana' })
  expect(wrong.error).toBe('bad_parameter')
})
