import { CLOCK_SKEW_MS } from '../lib/clock.ts'
import { changesAny } from './statements.ts'
import type { Queries } from './database.ts'

/** Takes or renews a lease; returns false while another holder has it. */
export async function takeLease(
  query: Queries,
  name: string,
  holder: string,
  now: number,
  durationMs: number,
): Promise<boolean> {
  return await changesAny(
    query
      .insertInto('leases')
      .values({ name, holder, expiresAt: now + durationMs })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((set) => ({
            holder: set.ref('excluded.holder'),
            expiresAt: set.ref('excluded.expiresAt'),
          }))
          .where((row) =>
            row.or([
              row('leases.expiresAt', '<=', now),
              row('leases.expiresAt', '>', now + durationMs + CLOCK_SKEW_MS),
              row('leases.holder', '=', holder),
            ]),
          ),
      ),
  )
}

/** Gives a lease back before its time. */
export async function endLease(query: Queries, name: string, holder: string): Promise<void> {
  await query.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute()
}
