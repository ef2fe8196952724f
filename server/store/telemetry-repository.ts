import { run } from './statements.ts'
import type { Queries } from './database.ts'
import type { Tally } from './schema/applications.ts'

/** Counts of what pages report, by day. */
export type TelemetryRepository = ReturnType<typeof telemetryRepository>

/** Telemetry in SQL. */
export function telemetryRepository(query: Queries) {
  return {
    /** Adds to the stored counts. */
    add: (tallies: readonly Tally[]) =>
      run(
        query
          .insertInto('telemetry')
          .values([...tallies])
          .onConflict((conflict) =>
            conflict.columns(['day', 'aid', 'kind', 'name', 'bucket']).doUpdateSet((set) => ({
              count: set('telemetry.count', '+', set.ref('excluded.count')),
              sum: set('telemetry.sum', '+', set.ref('excluded.sum')),
            })),
          ),
      ),
    since: (day: string) =>
      query.selectFrom('telemetry').selectAll().where('day', '>=', day).execute(),
  }
}
