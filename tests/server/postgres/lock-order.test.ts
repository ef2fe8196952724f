import { expect, onTestFinished, test } from 'vitest'
import { mobileBind, mobileSwitchBind } from '#protocol/web/binding.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { freezeMember, updateMember } from '#protocol/web/members.ts'
import { authBind } from '#protocol/web/providers.ts'
import { addUserRole, createRole } from '#protocol/web/roles.ts'
import { databaseOn } from '../../../server/store/database.ts'
import { createPool, postgresDialect } from '../../../server/store/postgres.ts'
import { issueStepUpTicket, setIdentifiers } from '../../support/account-addresses.ts'
import { createCompany } from '../../support/companies.ts'
import { createTestDatabase } from '../../support/databases.ts'
import {
  authorizeAs,
  startLocalProviders,
  startOAuth,
  type CallbackParams,
} from '../../support/local-providers.ts'
import { createTestServer, type TestServer } from '../../support/test-server.ts'

const ROUNDS = 6
const aff = { family: 'aff' } as const

/** A server, and what its database could not do, deadlocks among it. */
async function createWatchedServer(
  settings: Record<string, string> = {},
): Promise<{ server: TestServer; errors: string[] }> {
  const errors: string[] = []
  const place = await createTestDatabase(true)
  const open = () =>
    databaseOn(
      postgresDialect(createPool(place.location, { size: 5, statementMs: 10_000 })),
      (event) => void (event.level === 'error' && errors.push(String(event.error))),
    )
  return { server: await createTestServer({ settings, database: { ...place, open } }), errors }
}

test('two administrators who change one another at once do not wait for each other', async () => {
  const { server, errors } = await createWatchedServer()
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
    const renamed = await Promise.all(
      both.map(({ client }, at) => {
        const change = { deputy_identity_id: both[1 - at]?.id ?? '', deputy_name: `Cara ${round}` }
        return client.call(updateMember, { subject_uid, ...change }, aff)
      }),
    )
    expect(renamed.map(({ error }) => error)).toEqual([undefined, undefined])
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

test('two people who take the number of each other at once do not wait for each other', async () => {
  const { server, errors } = await createWatchedServer()
  const mobiles = ['+819012345678', '+819012345679'] as const
  const pair = await Promise.all(mobiles.map((mobile) => server.person({ mobile })))
  for (const [at, { userId }] of pair.entries()) {
    await setIdentifiers(server, userId, { email: `person${at}@example.com` })
  }
  for (let round = 0; round < ROUNDS; round++) {
    const keys: string[] = []
    for (const [at, person] of pair.entries()) {
      const mobile = mobiles[(at + round + 1) % 2] ?? ''
      const ticket = await issueStepUpTicket(server, person, 'mobile')
      await person.client.call(sendCode, { mobile, type: 17 })
      const call = { mobile, code: await server.codeFor(mobile), ticket, unbind_exist: 1 } as const
      keys.push(String((await person.client.call(mobileBind, call)).data.profile_key))
    }
    const moved = await Promise.all(
      pair.map(({ client }, at) =>
        client.call(mobileSwitchBind, { profile_key: keys[at] ?? '', change_bind: 1 }),
      ),
    )
    expect(moved.map(({ error }) => error)).toEqual([undefined, undefined])
    // Each number gets few codes in an hour.
    server.clock.passSeconds(3600)
  }
  expect(errors).toEqual([])
})

test('two people who take the GitHub account of each other at once do not wait for each other', async () => {
  const local = await startLocalProviders()
  onTestFinished(() => local.close())
  const { server, errors } = await createWatchedServer(local.settings)
  const pair = [await server.person(), await server.person()]
  const taking = { kick_other: 1, change_bind: 1 } as const
  for (let round = 0; round < ROUNDS; round++) {
    const backs: CallbackParams[] = []
    for (const [at, { client }] of pair.entries()) {
      const started = await startOAuth(client, { platform: 'github', action: 'bind' })
      backs.push(await authorizeAs(started, (at + round) % 2 === 0 ? 'ann' : 'ken'))
    }
    const taken = await Promise.all(
      pair.map(({ client }, at) =>
        client.call(authBind, { platform: 'github', code: '', state: '', ...backs[at], ...taking }),
      ),
    )
    expect(taken.map(({ error }) => error)).toEqual([undefined, undefined])
    // A sign-in stays recent enough for the next round.
    server.clock.passSeconds(1)
  }
  expect(errors).toEqual([])
})
