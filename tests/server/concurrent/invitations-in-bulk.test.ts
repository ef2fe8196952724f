import { expect, test } from 'vitest'
import {
  createInvitationByEmail,
  createInvitationsInBulk,
  listInvitations,
} from '#protocol/web/invitations.ts'
import { createCompany } from '../../support/companies.ts'
import { createTestServer } from '../../support/test-server.ts'

test('invites many people at once, despite invalid rows, and sends nothing when repeated', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const rows = [
    { row: 1, email: 'a@example.com', deputy_name: 'A' },
    { row: 2, email: 'not an address', deputy_name: 'B' },
    { row: 3, email: 'c@example.com', deputy_name: 'www.evil.com' },
    { row: 4, mobile: '+8613800138000', deputy_name: 'D', roles: ['admin'] },
  ]
  const tried = await manager.call(createInvitationsInBulk, { rows, dry_run: 1 })
  expect(tried.data).toMatchObject({ dry_run: 1 })
  expect((await manager.call(listInvitations, {})).data.total).toBe(0)
  const results = async (): Promise<string[]> => {
    const { data } = await manager.call(createInvitationsInBulk, { rows })
    return (data.results as { result: string; error: string }[]).map((one) =>
      `${one.result} ${one.error}`.trim(),
    )
  }
  expect(await results()).toEqual(['made', 'refused email_error', 'refused text_refused', 'made'])
  expect(await results()).toEqual([
    'exists',
    'refused email_error',
    'refused text_refused',
    'exists',
  ])
  expect(await server.mail('a@example.com')).toHaveLength(1)
})

test('reports in a dry run the daily limit, also for a list in several calls', async () => {
  const server = await createTestServer()
  const { manager } = await createCompany(server)
  const first = { email: 'first@example.com', deputy_name: 'First' }
  expect((await manager.call(createInvitationByEmail, first)).error).toBe(undefined)
  const rows = (from: number, count: number): object[] =>
    Array.from({ length: count }, (_, at) => ({
      row: from + at,
      email: `p${from + at}@example.com`,
      deputy_name: `Person ${from + at}`,
    }))
  const call = async (more: object): Promise<{ made: number; foreseen: unknown }> => {
    const { data } = await manager.call(createInvitationsInBulk, more as never)
    const results = data.results as { result: string }[]
    const made = results.filter(({ result }) => result === 'made').length
    return { made, foreseen: data.foreseen }
  }
  expect(await call({ rows: rows(1, 30), dry_run: 1 })).toMatchObject({ made: 19 })
  const begun = await call({ rows: rows(1, 10), dry_run: 1 })
  expect(begun).toEqual({ made: 10, foreseen: 10 })
  const rest = { rows: rows(11, 12), foreseen: begun.foreseen }
  expect(await call({ ...rest, dry_run: 1 })).toMatchObject({ made: 9 })
  // Sent invitations are counted separately.
  expect(await call({ rows: rows(1, 10), foreseen: 20 })).toEqual({ made: 10, foreseen: 0 })
  expect(await call(rest)).toMatchObject({ made: 9 })
})
