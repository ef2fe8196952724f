import { expect, test } from 'vitest'
import { emailBind } from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { setPassword } from '#protocol/web/password.ts'
import { exportData } from '#protocol/web/personal-data.ts'
import { authBind, authVerify } from '#protocol/web/providers.ts'
import { setIdentifiers } from '../../support/account-addresses.ts'
import type { Client } from '../../support/client.ts'
import { authorizeAs, startLocalProviders, startOAuth } from '../../support/local-providers.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

async function withProviders(run: (server: TestServer) => Promise<void>): Promise<void> {
  const local = await startLocalProviders()
  try {
    await run(await createTestServer({ settings: local.settings }))
  } finally {
    await local.close()
  }
}

async function signInAt(
  client: Client,
  query: Record<string, string>,
): Promise<{ platform: 'github'; code: string; state: string }> {
  const out = await startOAuth(client, { platform: 'github', ...query })
  const { path: _path, ...back } = await authorizeAs(out, 'ann')
  return { platform: 'github', ...back }
}

test('asks an account whose only method is a linked account for a proof by it', () =>
  withProviders(async (server) => {
    const { client, userId } = await server.person()
    await client.call(authBind, await signInAt(client, { action: 'bind' }))
    await server.database.query.updateTable('accounts').set({ passwordHash: null }).execute()
    await setIdentifiers(server, userId, { email: null })
    server.clock.passSeconds(601)

    const email = 'new@example.com'
    await client.call(sendCode, { type: 8, email })
    const call = { email, code: await server.codeFor(email) }
    expect((await client.call(emailBind, call)).error).toBe('ticket_expired')
    const password = 'calm river 42'
    expect((await client.call(setPassword, { password })).error).toBe('ticket_expired')
    expect((await client.call(exportData, {})).error).toBe('ticket_expired')

    const back = await signInAt(client, { action: 'verify', scene: 'email_bind' })
    const { ticket } = (await client.call(authVerify, back)).data
    // The code was not used up by the call that was refused.
    const bound = await client.call(emailBind, { ...call, ticket: ticket })
    expect(bound.error).toBeUndefined()
  }))
