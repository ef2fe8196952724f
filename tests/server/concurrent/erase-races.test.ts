import { expect, test } from 'vitest'
import { passwordLogin } from '#protocol/web/login.ts'
import { findAccount } from '../../../server/accounts/find-account.ts'
import { eraseForOperator } from '../../../server/operators/erase-account.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTwoServers, type TestServer } from '../../support/test-server.ts'

const email = 'ann@example.com'
const password = 'seven quiet otters'

async function erase({ app }: TestServer, id: string): Promise<void> {
  const account = await findAccount(app.services, id)
  await eraseForOperator(app.services, { actor: 'cli', account, reason: 'asked' })
}

test('leaves nothing of sign-ins during the erasure', async () => {
  const [one, other] = await createTwoServers()
  const { userId } = await one.person({ email, password })
  const logins = Array.from({ length: 5 }, (_, at) => {
    const client = (at % 2 ? one : other).client()
    return retryWhileBusy(() => client.call(passwordLogin, { email, password }))
  })
  await erase(other, userId)
  const answers = await Promise.all(logins)
  const errors = new Set(answers.map(({ error }) => error))
  for (const error of errors) expect([undefined, 'password_error']).toContain(error)
  const { query } = one.database
  for (const table of ['sessions', 'trustedDevices', 'identifiers'] as const) {
    const rows = await query.selectFrom(table).select('accountId').execute()
    expect(rows, table).toEqual([])
  }
  const events = await query.selectFrom('securityEvents').select('kind').execute()
  expect(events).toEqual([{ kind: 'account_deleted' }])
})
