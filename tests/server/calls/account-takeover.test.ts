import { expect, test } from 'vitest'
import { mobileBind } from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { accountInfo } from '#protocol/web/login.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import { checkQrconnect, confirmQrcode, getQrcode, scanQrcode } from '#protocol/web/qr.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { listSessions, revokeSession } from '#protocol/web/session.ts'
import { shareLogin, shareToken, ssoCallback } from '#protocol/web/sso.ts'
import { setIdentifiers } from '../../support/account-addresses.ts'
import type { Client } from '../../support/client.ts'
import { setApp } from '../../support/qr.ts'
import { createTestServer, ORIGIN, type TestServer } from '../../support/test-server.ts'

const password = 'seven quiet otters'

/** Proofs that a signed-in attacker can keep for a later sign-in. */
interface CollectedProofs {
  share: string
  ticket: string
  qr: { screen: Client; token: string }
}

const host = { aid: 1002, origin: 'http://localhost:4322' }

async function createSharingServer(): Promise<TestServer> {
  const server = await createTestServer()
  await setApp(server, { share_to: '1002' })
  return server
}

async function collectProofs(server: TestServer, client: Client): Promise<CollectedProofs> {
  const share = await client.call(shareToken, { to_aid: 1002 })
  const info = await client.call(accountInfo, { need_ticket: 1 })
  const screen = server.client()
  const token = (await screen.call(getQrcode, {})).data.token
  await client.call(scanQrcode, { token })
  expect((await client.call(confirmQrcode, { token })).data.status).toBe('confirmed')
  return {
    share: share.data.share_token,
    ticket: String(info.data.ticket),
    qr: { screen, token },
  }
}

async function expectNoAccess(server: TestServer, proofs: CollectedProofs): Promise<void> {
  const shared = await server
    .client()
    .call(shareLogin, { share_token: proofs.share, from_aid: 1001 }, host)
  expect(shared.error).toBe('share_token_invalid')
  const query = new URLSearchParams({ aid: '1001', ticket: proofs.ticket, next: '/' })
  const path = `/passport/sso/${ssoCallback.paths.sso?.[0]}`
  const visit = await server.client().send(new Request(`${ORIGIN}${path}?${query}`))
  expect(visit.headers.get('location')).toContain('error=8114')
  const polled = await proofs.qr.screen.call(checkQrconnect, { token: proofs.qr.token })
  expect(polled.data).toMatchObject({ status: 'expired', sub_status: 'utilised' })
  expect(polled.data.user_data).toBeUndefined()
}

test('ends all access of an attacker when the owner resets the password', async () => {
  const server = await createSharingServer()
  const email = 'ann@example.com'
  const thief = (await server.person({ email, password })).client
  const proofs = await collectProofs(server, thief)
  const owner = server.client()
  await owner.call(sendCode, { email, type: 6 })
  const code = await server.codeFor(email)
  const reset = await owner.call(resetByEmail, { email, code, password: 'nine loud herons' })
  expect(reset.error).toBeUndefined()
  await expectNoAccess(server, proofs)
})

test('lets somebody who registered an address of another person into their own account only', async () => {
  const server = await createSharingServer()
  const email = 'ann@example.com'
  // As one is after `email/register` without a code, where the application allows that.
  const { client: thief, userId } = await server.person()
  await setIdentifiers(server, userId, { email: null })
  await server.database.query
    .updateTable('accounts')
    .set({ unverifiedEmail: email })
    .where('id', '=', userId)
    .execute()
  const owner = server.client()
  await owner.call(sendCode, { email, type: 16 })
  const code = await server.codeFor(email)
  const registered = await owner.call(emailRegister, { email, code, password })
  expect(registered.error).toBeUndefined()
  expect(registered.data.user_id_str).not.toBe(userId)
  const { data } = await thief.call(accountInfo, {})
  expect(data).toMatchObject({ user_id_str: userId, email: '' })
})

test('limits derived sessions to the authentication time and end of their source', async () => {
  const server = await createSharingServer()
  const { client: thief } = await server.person()
  server.clock.passSeconds(11 * 60)
  const proofs = await collectProofs(server, thief)
  const shared = server.client()
  await shared.call(shareLogin, { share_token: proofs.share, from_aid: 1001 }, host)
  await proofs.qr.screen.call(checkQrconnect, { token: proofs.qr.token })
  const { data: first } = await thief.call(accountInfo, {})
  for (const [at, client] of [shared, proofs.qr.screen].entries()) {
    const { data } = await client.call(accountInfo, {})
    expect(data.session_expires_at).toBe(first.session_expires_at)
    const mobile = `+81901234567${at}`
    await client.call(sendCode, { mobile, type: 17 })
    const code = await server.codeFor(mobile)
    expect((await client.call(mobileBind, { mobile, code })).error).toBe('second_verify')
  }
})

test('ends all access of a single revoked session', async () => {
  const server = await createSharingServer()
  const { client } = await server.person()
  const proofs = await collectProofs(server, client)
  const list = (await client.call(listSessions, {})).data.list as { session_id: string }[]
  const ended = await client.call(revokeSession, { session_id: list[0]?.session_id ?? '' })
  expect(ended.error).toBeUndefined()
  await expectNoAccess(server, proofs)
})
