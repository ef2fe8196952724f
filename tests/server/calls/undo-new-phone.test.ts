import { expect, test } from 'vitest'
import { sendCode } from '#protocol/web/codes.ts'
import { resetByEmail } from '#protocol/web/password.ts'
import { objectionLink } from '../../../server/accounts/objection.ts'
import { addApp } from '../../support/authenticator-apps.ts'
import { createTestServer } from '../../support/test-server.ts'

test('whoever reads the mailbox takes away no recovery codes of before', async () => {
  const server = await createTestServer()
  const { client, email, userId } = await server.person()
  await addApp(server, client, 'Old phone', 2)
  server.clock.passSeconds(2 * 86_400)
  const { query } = server.database
  const link = await server.app.services.transaction((tx) =>
    objectionLink(tx, 1001, userId, undefined),
  )
  // The new phone, in place of the old one.
  server.clock.passSeconds(1)
  const createdAt = server.clock.now()
  await query.updateTable('authenticatorApps').set({ createdAt }).execute()
  await query
    .updateTable('securityEvents')
    .set({ at: createdAt })
    .where('kind', '=', 'method_added')
    .execute()
  const reader = server.client()
  const fields = Object.fromEntries(new URL(link).searchParams)
  const page = await (await reader.form('/form/not-me', fields)).text()
  expect(page).toContain('Your account is safe again')
  expect(await query.selectFrom('authenticatorApps').selectAll().execute()).toEqual([])

  await reader.call(sendCode, { email, type: 6 })
  const code = await server.codeFor(email)
  const reset = await reader.call(resetByEmail, { email, code, password: 'ten calm lynxes' })
  expect(reset).toMatchObject({ error: 'second_verify', data: { required_level: 2 } })
})
