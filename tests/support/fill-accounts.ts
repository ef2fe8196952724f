import { sql } from 'kysely'
import { initialDetails } from '#protocol/profile-fields.ts'
import { openDatabase } from '../../server/store/database.ts'
import { searchKeyOf } from '../../server/store/search-keys.ts'

const BATCH = 1000

/** Creates accounts with a session each, behind the server's back: only their number matters. */
export async function fillAccounts(location: string, people: number): Promise<void> {
  const { query, close } = openDatabase(location)
  const now = Date.now()
  const far = now + 30 * 86_400_000
  for (let at = 0; at < people; at += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, offset) => String(at + offset))
    const blank = {
      passwordHash: null,
      passwordForm: '',
      avatarKey: null,
      locale: 'en',
      createdAid: 1001,
      unverifiedEmail: null,
      cancelAt: null,
      requiredLevel: 1 as const,
      ...initialDetails,
      backgroundKey: null,
    }
    await query
      .insertInto('accounts')
      .values(
        ids.map((id) => ({
          ...blank,
          id,
          name: `Person ${id}`,
          nameKey: searchKeyOf(`Person ${id}`),
          username: `full${id}`,
          email: `full${id}@example.com`,
          mobile: null,
          state: 'active' as const,
          createdAt: now,
        })),
      )
      .execute()
    await query
      .insertInto('identifiers')
      .values(
        ids.flatMap((id) =>
          [
            { kind: 'username' as const, value: `full${id}`, accountId: id },
            { kind: 'email' as const, value: `full${id}@example.com`, accountId: id },
          ].map((one) => ({ ...one, valueKey: searchKeyOf(one.value) })),
        ),
      )
      .execute()
    await query
      .insertInto('sessions')
      .values(
        ids.map((id) => ({
          hash: `full${id}`,
          firstHash: '',
          id: `full${id}`,
          accountId: id,
          aid: 1001,
          source: 'web',
          name: '',
          device: '',
          address: '',
          createdAt: now,
          provedAt: now,
          lastSeenAt: now,
          expiresAt: far,
          membershipId: '',
          organizationEpoch: 0,
          method: 'password' as const,
          secondMethod: '' as const,
          secondProvedAt: 0,
        })),
      )
      .execute()
  }
  await close()
  await analyze(location)
}

/** Counts the rows of PostgreSQL's tables for its planner, which servers of tests do not do by themselves. */
export async function analyze(location: string): Promise<void> {
  if (!location.startsWith('postgres')) return
  const { query, close } = openDatabase(location)
  await sql`analyze`.execute(query)
  await close()
}
