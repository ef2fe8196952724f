import type { Queries } from './database.ts'
import type { TelemetryStore } from '../telemetry/telemetry-store.ts'

/** Counts of what pages report, in SQL. */
export function telemetryRows(query: Queries): TelemetryStore {
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
