import { toTime } from './format.ts'
import type { SecurityEvent } from '../store/schema/accounts.ts'

/** Columns of a table of security events. */
export const eventColumns: Readonly<Record<string, (event: SecurityEvent) => string>> = {
  'time (UTC)': ({ at }) => toTime(at),
  account: ({ accountId }) => accountId,
  what: ({ kind }) => kind,
  how: ({ by }) => by,
  aid: ({ aid }) => String(aid),
  device: ({ device }) => device,
  address: ({ address }) => address,
}
