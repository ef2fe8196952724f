import type { Call, Endpoint } from '#protocol/endpoint.ts'
import { listMembers } from '#protocol/web/members.ts'
import type { MemberInfo } from '#protocol/organization-objects.ts'
import { createOrganization } from '#protocol/web/organizations.ts'
import { addUserRole, createRole } from '#protocol/web/roles.ts'
import { identityLogin } from '#protocol/web/identity.ts'
import type { Answer, CallOptions, Client } from './client.ts'
import type { Person } from './create-people.ts'
import { addMember } from './organizations.ts'
import type { TestServer } from './test-server.ts'

/** A browser that acts for an organization. */
export interface Member {
  person: Person
  client: Client
  /** Id of the membership. */
  id: string
  /** Calls an enterprise endpoint for the organization. */
  call<E extends Endpoint>(
    endpoint: E,
    payload: Omit<Call<E>, 'subject_uid' | 'sec_subject_uid'>,
    options?: CallOptions,
  ): Promise<Answer>
  /** Returns the entry of a membership in the list of members. */
  find(id: string): Promise<MemberInfo | undefined>
}

/** An organization whose manager created it through the real call. */
export interface Company {
  id: string
  manager: Member
  /** Adds a person, who acts for the organization from then on. */
  join(name?: string, ...flags: string[]): Promise<Member>
}

/** Creates an organization and its manager, by default a new person. */
export async function createCompany(
  server: TestServer,
  name = 'Harbour KK',
  someone?: Person,
): Promise<Company> {
  const person = someone ?? (await server.person())
  const { data, error } = await person.client.call(
    createOrganization,
    { subject_name: name },
    { family: 'aff' },
  )
  if (error !== undefined) throw new Error(`the organization was not created: ${error}`)
  const id = data.subject_uid
  const manager = memberOf(id, person, data.owner_identity_id)
  return {
    id,
    manager,
    join: async (memberName = 'Ann', ...flags) => {
      const other = await server.person()
      const membershipId = await addMember(server, id, other, '--name', memberName, ...flags)
      await other.client.call(identityLogin, { login_subject_uid: id })
      return memberOf(id, other, membershipId)
    },
  }
}

/** Returns a person who acts for an organization. */
export function memberOf(organizationId: string, person: Person, id: string): Member {
  const { client } = person
  const member: Member = {
    person,
    client,
    id,
    call: (endpoint: Endpoint, payload: object, options: CallOptions = {}) =>
      client.call(
        endpoint,
        { ...payload, subject_uid: organizationId },
        {
          family: 'aff',
          ...options,
        },
      ),
    find: async (wanted) => {
      const { data } = await member.call(listMembers, { page_size: 100 })
      return (data.list as MemberInfo[]).find((one) => one.deputy_identity_id === wanted)
    },
  }
  return member
}

/** Gives a member a new role of these permissions; returns its key. */
export async function giveRole(
  { manager }: Company,
  member: Member,
  permissions: string[],
): Promise<string> {
  const role_key = `role-of-${member.id}`
  // A name may not hold so many digits.
  const role_name = `Role of ${BigInt(member.id).toString(36)}`
  await manager.call(createRole, { role_name, role_key, permissions })
  const { data, error } = await manager.call(addUserRole, {
    role_key,
    sec_user_identity_ids: [String((await manager.find(member.id))?.sec_user_identity_id)],
  })
  if (data.updated !== 1) throw new Error(`the role was not given: ${error}`)
  return role_key
}
