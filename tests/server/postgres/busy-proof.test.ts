import { expect, test } from 'vitest'
import { sendCode, validateCode } from '#protocol/web/codes.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { createTestServer } from '../../support/test-server.ts'

test('gives a second proof back to a sign-in that found the account locked', async () => {
  const server = await createTestServer({ settings: { SECOND_VERIFICATION: 'on' } })
  const { email, password, userId } = await server.person()
  const client = server.client()
  const { data } = await client.call(passwordLogin, { email, password })
  const params = {
    sms_code_key: String(data.sms_code_key),
    verify_ticket: String(data.verify_ticket),
  }
  await client.call(sendCode, { type: 11, sms_code_key: params.sms_code_key })
  const code = await server.codeFor(email)
  const encrypt_uid = String(data.encrypt_uid)
  await client.call(validateCode, { type: 11, code, ...params, encrypt_uid })

  const again = { params: { ...params, is_resend: '1' } }
  const signIn = () => client.call(passwordLogin, { email, password }, again)
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const held = server.database.tx(async (tx) => {
    await tx.updateTable('accounts').set({ id: userId }).where('id', '=', userId).execute()
    hold()
    await isOver
  })
  await isHeld
  expect((await signIn()).error).toBe('server_busy')
  end()
  await held
  expect((await signIn()).error).toBeUndefined()
  // And once: another browser is asked again.
  const elsewhere = await server.client().call(passwordLogin, { email, password }, again)
  expect(elsewhere.error).toBe('second_verify')
})
