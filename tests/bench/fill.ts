import { sql } from 'kysely'
import { openDatabase } from '../../server/store/database.ts'

const BATCH = 1000

/** Creates accounts with a session each, behind the server's back: only their number matters. */
export async function fill(location: string, people: number): Promise<void> {
  const { query, close } = openDatabase(location)
  const now = Date.now()
  const far = now + 30 * 86_400_000
  for (let at = 0; at < people; at += BATCH) {
    const ids = Array.from({ length: BATCH }, (_, offset) => String(at + offset))
    const blank = {
      password_hash: null,
      avatar_key: null,
      locale: 'en',
      created_aid: 1001,
      unverified_email: null,
      cancel_at: null,
      description: '',
      gender: 0,
      birthday: '',
      background_key: null,
    }
    await query
      .insertInto('accounts')
      .values(
        ids.map((id) => ({
          ...blank,
          id,
          name: `Person ${id}`,
          username: `full${id}`,
          email: `full${id}@example.com`,
          mobile: null,
          state: 'active' as const,
          created_at: now,
        })),
      )
      .execute()
    await query
      .insertInto('identifiers')
      .values(
        ids.flatMap((id) => [
          { kind: 'username' as const, value: `full${id}`, account_id: id },
          { kind: 'email' as const, value: `full${id}@example.com`, account_id: id },
        ]),
      )
      .execute()
    await query
      .insertInto('sessions')
      .values(
        ids.map((id) => ({
          hash: `full${id}`,
          id: `full${id}`,
          account_id: id,
          aid: 1001,
          source: 'web',
          device: '',
          address: '',
          created_at: now,
          proved_at: now,
          last_seen_at: now,
          expires_at: far,
          membership_id: '',
        })),
      )
      .execute()
  }
  // As any server of PostgreSQL does by itself soon after; those of the tests are told not to.
  if (location.startsWith('postgres')) await sql`analyze`.execute(query)
  await close()
}
