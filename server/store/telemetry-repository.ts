import type { Queries } from './database.ts'

/** Daily count of a report; `bucket` is the upper limit of durations in ms. */
export interface Tally {
  /** Such as `2026-11-21`. */
  day: string
  aid: number
  kind: string
  name: string
  /** -1 without a duration, 0 for durations above the last limit. */
  bucket: number
  count: number
  /** Sum of the durations in milliseconds. */
  sum: number
}

/** Counts of what pages report, by day. */
export interface TelemetryRepository {
  /** Adds to the stored counts. */
  add(tallies: readonly Tally[]): Promise<void>
  since(day: string): Promise<Tally[]>
}

/** Telemetry in SQL. */
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
