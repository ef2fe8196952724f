import { expect, test } from 'vitest'
import { freezeMember } from '#protocol/web/members.ts'
import { addUserRole, createRole } from '#protocol/web/roles.ts'
import { databaseOn } from '../../../server/store/database.ts'
import { createPool, postgresDialect } from '../../../server/store/postgres.ts'
import { createCompany } from '../../support/companies.ts'
import { createTestDatabase } from '../../support/databases.ts'
import { createTestServer } from '../../support/test-server.ts'

const ROUNDS = 6
const aff = { family: 'aff' } as const

test('two administrators who change one another at once do not wait for each other', async () => {
  const errors: string[] = []
  const place = await createTestDatabase(true)
  const open = () =>
    databaseOn(
      postgresDialect(createPool(place.location, { size: 5, statementMs: 10_000 })),
      (event) => void (event.level === 'error' && errors.push(String(event.error))),
    )
  const server = await createTestServer({ database: { ...place, open } })
  const company = await createCompany(server)
  const { manager, join, id: subject_uid } = company
  const made = await manager.call(createRole, { role_name: 'Reader', permissions: ['role.read'] })
  const role_key = String(made.data.role_key)
  for (let round = 0; round < ROUNDS; round++) {
    const both = [await join(`Ann ${round}`), await join(`Ben ${round}`)] as const
    const secIds = await Promise.all(
      both.map(async ({ id }) => String((await manager.find(id))?.sec_user_identity_id)),
    )
    await manager.call(addUserRole, { role_key: 'admin', sec_user_identity_ids: secIds })
    const given = await Promise.all(
      both.map(({ client }, at) => {
        const assignment = { subject_uid, role_key, sec_user_identity_ids: [secIds[1 - at] ?? ''] }
        return client.call(addUserRole, assignment, aff)
      }),
    )
    expect(given.map(({ error }) => error)).toEqual([undefined, undefined])
    await Promise.all(
      both.map(({ client }, at) => {
        const ids = [both[1 - at]?.id ?? '']
        return client.call(freezeMember, { subject_uid, is_frozen: 1, ids }, aff)
      }),
    )
    const states = await Promise.all(both.map(async ({ id }) => (await manager.find(id))?.status))
    expect(new Set(states)).toEqual(new Set(['active', 'frozen']))
  }
  expect(errors).toEqual([])
})
