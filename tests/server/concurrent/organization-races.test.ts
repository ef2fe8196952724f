import { expect, test } from 'vitest'
import { cancelConfirm } from '#protocol/web/account-deletion.ts'
import type { Call, Endpoint } from '#protocol/endpoint.ts'
import {
  acceptInvitation,
  cancelInvitation,
  createInvitationByEmail,
} from '#protocol/web/invitations.ts'
import {
  agreeToManage,
  sendSuccessorCode,
  transferManager,
} from '#protocol/web/manager-transfer.ts'
import { freezeMember } from '#protocol/web/members.ts'
import { leaveOrganization } from '#protocol/web/organizations.ts'
import { addUserRole, createRole, updateRole } from '#protocol/web/roles.ts'
import type { Answer, Client } from '../../support/client.ts'
import { createCompany, giveRole, type Company, type Member } from '../../support/companies.ts'
import { references } from '../../support/delete-account.ts'
import { begin, choose } from '../../support/manager-transfer.ts'
import { retryWhileBusy } from '../../support/retry-while-busy.ts'
import { createTwoServers, type TestServer } from '../../support/test-server.ts'

const ROUNDS = 4
const aff = { family: 'aff' } as const

// The same browser, with the other server behind its address.
function browserOn(server: TestServer, { client }: Member): Client {
  const there = server.client()
  for (const [name, value] of client.cookies) there.cookies.set(name, value)
  return there
}

async function callOn<E extends Endpoint>(
  server: TestServer,
  member: Member,
  endpoint: E,
  payload: Call<E>,
): Promise<Answer> {
  const there = browserOn(server, member)
  const family = endpoint.paths.aff === undefined ? 'web' : 'aff'
  return await retryWhileBusy(() => there.call(endpoint, payload, { family }))
}

async function makeAdmin({ manager }: Company, member: Member): Promise<void> {
  const secId = String((await manager.find(member.id))?.sec_user_identity_id)
  await manager.call(addUserRole, { role_key: 'admin', sec_user_identity_ids: [secId] })
}

test('two administrators who freeze one another at once are not both frozen', async () => {
  const [one, two] = await createTwoServers()
  for (let round = 0; round < ROUNDS; round++) {
    const company = await createCompany(one, `Harbour ${round}`)
    const [ann, ben] = [await company.join('Ann'), await company.join('Ben')]
    await makeAdmin(company, ann)
    await makeAdmin(company, ben)
    const choice = { subject_uid: company.id, is_frozen: 1 as const }
    await Promise.all([
      callOn(one, ann, freezeMember, { ...choice, ids: [ben.id] }),
      callOn(two, ben, freezeMember, { ...choice, ids: [ann.id] }),
    ])
    const states = [await company.manager.find(ann.id), await company.manager.find(ben.id)]
    expect(new Set(states.map((member) => member?.status))).toEqual(new Set(['active', 'frozen']))
  }
})

test('renaming a role does not undo a concurrent change of its permissions', async () => {
  const [one, two] = await createTwoServers()
  const company = await createCompany(one)
  const { manager, join, id: subject_uid } = company
  const [ann, ben] = [await join('Ann'), await join('Ben')]
  await giveRole(company, ann, ['role.read', 'role.update'])
  const role_key = await giveRole(company, ben, ['role.read'])
  for (let round = 0; round < ROUNDS; round++) {
    await manager.call(updateRole, { role_key, permissions: ['role.read'] })
    const widening = { subject_uid, role_key, permissions: ['role.read', 'subject.delete'] }
    const [widened] = await Promise.all([
      callOn(one, manager, updateRole, widening),
      callOn(two, ann, updateRole, { subject_uid, role_key, role_name: `Name ${round}` }),
    ])
    expect(widened.error).toBe(undefined)
    const role = await one.app.services.roles.find(subject_uid, role_key)
    expect(role?.permissions).toEqual(widening.permissions)
  }
})

test('a member has at most twenty roles, even if given concurrently', async () => {
  const [one, two] = await createTwoServers()
  const company = await createCompany(one)
  const { manager, join, id: subject_uid } = company
  const ben = await join('Ben')
  const secIds = [String((await manager.find(ben.id))?.sec_user_identity_id)]
  const give = (server: TestServer, role: number): Promise<Answer> =>
    callOn(server, manager, addUserRole, {
      subject_uid,
      role_key: `role-${role}`,
      sec_user_identity_ids: secIds,
    })
  for (let role = 0; role < 21; role++) {
    const role_key = `role-${role}`
    await manager.call(createRole, { role_name: role_key, role_key, permissions: ['role.read'] })
    if (role < 19) await give(one, role)
  }
  const answers = await Promise.all([give(one, 19), give(two, 20)])
  expect(new Set(answers.map(({ error }) => error))).toEqual(new Set(['role_limit', undefined]))
})

test('an invitation is either accepted or cancelled', async () => {
  const [one, two] = await createTwoServers()
  const { manager, id: subject_uid } = await createCompany(one)
  for (let round = 0; round < ROUNDS; round++) {
    const email = `hana${round}@orchard.example`
    const hana = await one.person({ email })
    const { data } = await manager.call(createInvitationByEmail, { email, deputy_name: 'Hana' })
    const invite_ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
    const [cancelled, accepted] = await Promise.all([
      callOn(two, manager, cancelInvitation, { subject_uid, invite_id: String(data.invite_id) }),
      retryWhileBusy(() => hana.client.call(acceptInvitation, { invite_ticket }, aff)),
    ])
    const isMember =
      (await one.app.services.memberships.findIn(subject_uid, hana.userId)) !== undefined
    expect([cancelled.error === undefined, accepted.error === undefined]).toEqual([
      !isMember,
      isMember,
    ])
  }
})

test.each(['leaves', 'closes their account'])(
  'the organization keeps a manager when the successor %s at the same time',
  async (what) => {
    const [one, two] = await createTwoServers()
    for (let round = 0; round < ROUNDS; round++) {
      const company = await createCompany(one, `Harbour ${round}`)
      const { manager, join, id: subject_uid } = company
      const ann = await join('Ann')
      const proofs = await references(one, ann.person)
      const chosen = await choose(company, ann, await begin(one, company))
      await manager.call(sendSuccessorCode, chosen)
      await ann.call(agreeToManage, { code: await one.codeFor(ann.person.email) })
      const answers = await Promise.all([
        callOn(one, manager, transferManager, { subject_uid, ...chosen }),
        what === 'leaves'
          ? callOn(two, ann, leaveOrganization, { subject_uid })
          : callOn(two, ann, cancelConfirm, { ...proofs, abandon: 1 }),
      ])
      expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
      const managing = await one.app.services.memberships.manager(subject_uid)
      const account = await one.app.services.accounts.byId(managing?.accountId ?? '')
      expect([managing?.isFrozen, account?.state], `round ${round}`).toEqual([false, 'active'])
    }
  },
)
