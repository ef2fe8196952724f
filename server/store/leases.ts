import type { Queries } from './database.ts'

/** Takes or renews a lease; returns false while another holder has it. */
export async function takeLease(
  query: Queries,
  name: string,
  holder: string,
  now: number,
  durationMs: number,
): Promise<boolean> {
  const taken = await query
    .insertInto('leases')
    .values({ name, holder, expires_at: now + durationMs })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((set) => ({
          holder: set.ref('excluded.holder'),
          expires_at: set.ref('excluded.expires_at'),
        }))
        .where((row) =>
          row.or([row('leases.expires_at', '<=', now), row('leases.holder', '=', holder)]),
        ),
    )
    .returning('name')
    .executeTakeFirst()
  return taken !== undefined
}
