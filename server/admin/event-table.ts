import { toTable, toTime } from './format.ts'
import type { SecurityEvent } from '../store/schema/accounts.ts'

/** Formats security events. */
export function toEventTable(events: readonly SecurityEvent[]): string {
  return toTable(
    ['time (UTC)', 'account', 'what', 'how', 'aid', 'device', 'address'],
    events.map((event) => [
      toTime(event.at),
      event.accountId,
      event.kind,
      event.by,
      String(event.aid),
      event.device,
      event.address,
    ]),
  )
}
