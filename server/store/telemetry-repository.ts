import type { Queries } from './database.ts'

/** How often something was seen on a day; `bucket` is the longest of its durations in ms. */
export interface Tally {
  /** Such as `2026-11-21`. */
  day: string
  aid: number
  kind: string
  name: string
  /** -1 where there is no duration, 0 where it was longer than all. */
  bucket: number
  count: number
  /** Of all durations, in milliseconds. */
  sum: number
}

/** What telemetry needs from a database. */
export interface TelemetryRepository {
  /** Adds to what is there. */
  add(tallies: readonly Tally[]): Promise<void>
  since(day: string): Promise<Tally[]>
}

/** Counts of what pages report, in SQL. */
export function telemetryRepository(query: Queries): TelemetryRepository {
  return {
    add: async (tallies) => {
      await query
        .insertInto('telemetry')
        .values([...tallies])
        .onConflict((conflict) =>
          conflict.columns(['day', 'aid', 'kind', 'name', 'bucket']).doUpdateSet((set) => ({
            count: set('telemetry.count', '+', set.ref('excluded.count')),
            sum: set('telemetry.sum', '+', set.ref('excluded.sum')),
          })),
        )
        .execute()
    },
    since: (day) => query.selectFrom('telemetry').selectAll().where('day', '>=', day).execute(),
  }
}
