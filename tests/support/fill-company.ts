import type { TestServer } from './test-server.ts'

const HOUR = 3_600_000

/** Adds members without the calls that people make; returns the ids of their memberships. */
export async function addMembers(
  { database }: TestServer,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const { id: _id, ...someone } = await database.query
    .selectFrom('accounts')
    .selectAll()
    .limit(1)
    .executeTakeFirstOrThrow()
  const accounts = Array.from({ length: count }, (_, at) => ({
    ...someone,
    id: String(8_000_000_000 + at),
    email: null,
    mobile: null,
    username: null,
  }))
  await inParts(accounts, (part) => database.query.insertInto('accounts').values(part).execute())
  const members = Array.from({ length: count }, (_, at) => ({
    id: String(7_000_000_000 + at),
    organizationId,
    accountId: String(8_000_000_000 + at),
    name: `Member ${at}`,
    contact: `member${at}@example.com`,
    externalId: '',
    searchText: `member ${at}`,
    isManager: 0 as const,
    isFrozen: 0 as const,
    frozenBy: '' as const,
    isOrganizationFrozen: 0 as const,
    createdAt: at,
    lastLoginAt: 0,
  }))
  await inParts(members, (part) => database.query.insertInto('memberships').values(part).execute())
  return members.map(({ id }) => id)
}

/** Adds roles with all permissions of an application; returns their keys. */
export async function addRoles(
  { app }: TestServer,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const { roles } = app.services
  const keys = Array.from({ length: count }, (_, at) => `role-${at}`)
  for (const [at, key] of keys.entries()) {
    const permissions = Array.from({ length: 100 }, (__, name) => `report.read_${name}`)
    const role = { organizationId, key, name: key, description: '', permissions }
    await roles.insert({ ...role, isBanned: false, createdAt: at }, key)
  }
  return keys
}

/** Adds pending invitations that anybody of the organization may have sent; returns their ids. */
export async function addInvitations(
  { app, clock }: TestServer,
  organizationId: string,
  count: number,
): Promise<string[]> {
  const sent = clock.now() - HOUR
  const made = await app.services.invitations.createAll(
    Array.from({ length: count }, (_, at) => ({
      channel: 'email' as const,
      address: `invited${at}@example.com`,
      organizationId,
      name: `Invited ${at}`,
      roles: [],
      next: '',
      externalId: '',
      ticketHash: `hash ${at}`,
      status: 'pending' as const,
      invitedBy: '',
      inviterName: '',
      acceptedBy: '',
      sentCount: 1,
      sentAt: sent,
      createdAt: sent,
      expiresAt: sent + 100 * HOUR,
    })),
  )
  return made.map((one) => one?.id ?? '')
}

/** Returns the ids of memberships that the site's application gets. */
export function secIdsOf({ app }: TestServer, ids: readonly string[]): string[] {
  return ids.map((id) => app.services.memberships.secIdOf(id, 1001))
}

async function inParts<Row>(rows: Row[], insert: (part: Row[]) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) await insert(rows.slice(at, at + 500))
}
