import { expect, test } from 'vitest'
import type { Call, Endpoint } from '#protocol/endpoint.ts'
import { builtInRoles } from '#protocol/permissions.ts'
import { acceptInvitation, createInvitationByEmail } from '#protocol/web/invitations.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import { passwordLogin } from '#protocol/web/login.ts'
import { deleteMember, freezeMember, listMembers } from '#protocol/web/members.ts'
import { freezeOrganization } from '#protocol/web/organizations.ts'
import { addUserRole, createRole, removeUserRole, updateRole } from '#protocol/web/roles.ts'
import { rightsOf, type Rights } from '../../../server/organizations/rights.ts'
import type { Membership } from '../../../server/store/membership-repository.ts'
import type { Answer } from '../../support/client.ts'
import { createCompany } from '../../support/companies.ts'
import type { Person } from '../../support/create-people.ts'
import { runCommand } from '../../support/organizations.ts'
import { createTwoServers, type TestServer } from '../../support/test-server.ts'

const aff = { family: 'aff' } as const
const PEOPLE = 6
const STEPS = 30
const roleKeys = ['clerk', 'guard', 'admin']
const grants = ['role.assign', 'role.update', 'deputy.freeze', 'deputy.delete', 'invite.create']

/** Numbers from 0 to below 1, the same for a seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

test.each([11, 22, 33])(
  'random actions on two instances keep all invariants, seed %i',
  async (seed) => {
    const servers = await createTwoServers()
    const [one] = servers
    const random = randomNumbers(seed)
    const pick = <Item>(list: readonly Item[]): Item => {
      const item = list[Math.floor(random() * list.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    }
    const { manager, join, id } = await createCompany(one)
    const people: Person[] = [manager.person, await one.person()]
    while (people.length < PEOPLE) {
      people.push((await join(`Person ${people.length}`)).person)
    }
    let refusals = 0

    const members = async (): Promise<Membership[]> =>
      (await one.app.services.memberships.members(id, {}, { offset: 0, limit: 100 })).list

    // The same browser, with the other server behind its address.
    const callOn = async <E extends Endpoint>(
      server: TestServer,
      { client }: Person,
      endpoint: E,
      payload: Call<E>,
    ): Promise<Answer> => {
      const there = server.client()
      for (const [name, value] of client.cookies) there.cookies.set(name, value)
      const family = endpoint.paths.aff === undefined ? 'web' : 'aff'
      const answer = await there.call(endpoint, payload, { family })
      expect(answer.status, endpoint.operation).toBeLessThan(500)
      client.cookies.clear()
      for (const [name, value] of there.cookies) client.cookies.set(name, value)
      return answer
    }

    const enter = async (server: TestServer, person: Person): Promise<void> => {
      const { email, password } = person
      await callOn(server, person, passwordLogin, { email, password })
      await callOn(server, person, identityLogin, { login_subject_uid: id })
    }

    const secIdOf = (member: Membership): string =>
      one.app.services.memberships.secIdOf(member.id, 1001)

    const inviteAndAccept = async (server: TestServer, actor: Person): Promise<void> => {
      const belonging = new Set((await members()).map(({ accountId }) => accountId))
      const person = people.find(({ userId }) => !belonging.has(userId))
      if (person === undefined) return
      const invited = { subject_uid: id, email: person.email, deputy_name: 'Again' }
      const { data, error } = await callOn(server, actor, createInvitationByEmail, invited)
      if (error !== undefined) return
      const ticket = new URL(String(data.link)).searchParams.get('ticket') ?? ''
      const answers = await Promise.all(
        servers.map(async (there) => {
          const client = there.client()
          await client.call(passwordLogin, { email: person.email, password: person.password })
          return await client.call(acceptInvitation, { invite_ticket: ticket }, aff)
        }),
      )
      for (const { status } of answers) expect(status).toBeLessThan(500)
      const joined = (await members()).filter(({ accountId }) => accountId === person.userId)
      expect(joined.length).toBeLessThanOrEqual(1)
    }

    const act = async (server: TestServer): Promise<void> => {
      const list = await members()
      const target = pick(list)
      // The manager may do the most, so more happens when they act often.
      const managing = people.find(({ userId }) =>
        list.some(({ accountId, isManager }) => isManager && accountId === userId),
      )
      const actor = managing !== undefined && random() < 0.5 ? managing : pick(people)
      if (random() < 0.7) await enter(server, actor)
      const role_key = pick(roleKeys)
      const choice = { subject_uid: id }
      const toTarget = { ...choice, deputy_identity_id: target.id }
      const assignment = { ...choice, role_key, sec_user_identity_ids: [secIdOf(target)] }
      const permissions = [pick(grants), pick(grants)]
      const actions: (() => Promise<unknown>)[] = [
        () => inviteAndAccept(server, actor),
        () => inviteAndAccept(server, actor),
        () => callOn(server, actor, freezeMember, { ...toTarget, is_frozen: 1 }),
        () => callOn(server, actor, freezeMember, { ...toTarget, is_frozen: 0 }),
        () => callOn(server, actor, deleteMember, toTarget),
        () =>
          callOn(server, actor, createRole, {
            ...choice,
            role_name: role_key,
            role_key,
            permissions,
          }),
        () => callOn(server, actor, updateRole, { ...choice, role_key, permissions }),
        () => callOn(server, actor, addUserRole, assignment),
        () => callOn(server, actor, addUserRole, assignment),
        () => callOn(server, actor, removeUserRole, assignment),
        () => callOn(server, actor, freezeOrganization, { ...choice, is_frozen: 1 }),
        () => callOn(server, actor, freezeOrganization, { ...choice, is_frozen: 0 }),
        () => runCommand(server, 'subject', 'freeze', id, '--off').catch(String),
        () => runCommand(server, 'subject', 'freeze', id, '--off').catch(String),
        () => runCommand(server, 'subject', 'freeze', id, '--off').catch(String),
        () =>
          runCommand(server, 'subject', 'manager', id, target.accountId, '--reason', 'walk').catch(
            String,
          ),
      ]
      await pick(actions)()
    }

    const rightsNow = async (): Promise<Map<string, Rights>> =>
      await rightsOf(one.app.services.roles, await members())

    const permissionsOf = async (key: string): Promise<readonly string[]> =>
      builtInRoles[key] ?? (await one.app.services.roles.find(id, key))?.permissions ?? []

    for (let step = 0; step < STEPS; step++) {
      one.clock.passSeconds(61)
      const before = await rightsNow()
      const since = one.clock.now()
      const results = await Promise.allSettled(servers.map(act))
      for (const result of results) if (result.status === 'rejected') throw result.reason
      const after = await rightsNow()

      const list = await members()
      expect(
        list.filter(({ isManager }) => isManager),
        `step ${step}`,
      ).toHaveLength(1)
      expect(list.find(({ isManager, frozenBy }) => isManager && frozenBy !== '')).toBe(undefined)

      // The member who gave a role had all of its permissions, before or after concurrent changes.
      const filter = { kind: 'role_given' as const, from: since }
      const page = { after: '', limit: 100 }
      for (const event of await one.app.services.organizationEvents.list(id, filter, page)) {
        const { role } = JSON.parse(event.detail) as { role: string }
        const held = [before, after].map((rights) => rights.get(event.actor)?.permissions)
        const needed = await permissionsOf(role)
        const isCovered = needed.every((one_) => held.some((rights) => rights?.has(one_)))
        expect(isCovered, `step ${step}: ${event.actorName} gave ${role}`).toBe(true)
      }

      // A session acts for the organization only as a member who is not frozen, on both instances.
      for (const person of people) {
        const member = list.find(({ accountId }) => accountId === person.userId)
        const isActive = member !== undefined && !member.isFrozen
        for (const server of servers) {
          const answer = await callOn(server, person, listMembers, { subject_uid: id })
          const isServed = answer.error === undefined
          expect(isServed && !isActive, `step ${step}: ${person.email}`).toBe(false)
          if (!isServed) refusals++
        }
      }
    }
    const happened = await one.app.services.organizationEvents.list(
      id,
      {},
      { after: '', limit: 1000 },
    )
    const kinds = [...new Set(happened.map(({ kind }) => kind))]
    // The walk must have changed something.
    expect(kinds.length, kinds.join(' ')).toBeGreaterThanOrEqual(6)
    expect(refusals).toBeLessThan(STEPS * PEOPLE * servers.length)
  },
  300_000,
)
