import { toTable, toTime } from './format.ts'
import type { SecurityEvent } from '../store/schema/accounts.ts'

/** Formats security events. */
export function toEventTable(events: readonly SecurityEvent[]): string {
  return toTable(events, {
    'time (UTC)': ({ at }) => toTime(at),
    account: ({ accountId }) => accountId,
    what: ({ kind }) => kind,
    how: ({ by }) => by,
    aid: ({ aid }) => String(aid),
    device: ({ device }) => device,
    address: ({ address }) => address,
  })
}
