import type { Tally } from '../telemetry/telemetry-store.ts'

/** Counts of what pages report, as `migrations/008-operations.ts` makes them. */
export interface TelemetryTables {
  telemetry: Tally
}
