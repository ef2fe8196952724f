import { afterEach, expect, test } from 'vitest'
import { signInMethods } from '#protocol/sign-in-methods.ts'
import { cancelVerify, cancelVerifyWay } from '#protocol/web/account-deletion.ts'
import { updatePolicy } from '#protocol/web/organization-policy.ts'
import { exportData } from '#protocol/web/personal-data.ts'
import { verifyAccount } from '#protocol/web/verify.ts'
import { createCompany } from '../../support/companies.ts'
import { createTestServer } from '../../support/test-server.ts'

const { uses } = signInMethods.password

function onlyConfirm(): void {
  Object.assign(signInMethods.password, { uses: ['second'] })
}

afterEach(() => {
  Object.assign(signInMethods.password, { uses })
})

test('counts a method as a proof of a deletion or a change only by its uses', async () => {
  const server = await createTestServer()
  const { client, password } = await server.person()
  onlyConfirm()
  const { data } = await client.call(cancelVerifyWay, {})
  expect((data.ways as { verify_way: string }[]).map(({ verify_way }) => verify_way)).toEqual([
    'email_code_verify',
  ])
  expect((await client.call(cancelVerify, { password })).error).toBe('code_missing')
  const { ticket } = (await client.call(verifyAccount, { password })).data
  const answer = await client.call(exportData, { ticket: ticket })
  expect(answer.error).toBe('ticket_expired')
})

test('takes no rule of an organization that leaves only a method for second proofs', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  onlyConfirm()
  const answer = await manager.call(updatePolicy, { methods: ['password'] })
  expect(answer.error).toBe('would_lock_out')
})
