import type { Infer } from 'superstruct'
import type { securityEvent } from '#protocol/objects.ts'
import { isActor } from '../calls/operator-source.ts'
import { toSeconds } from '../lib/clock.ts'
import type { EventKind } from '../store/event-kinds.ts'
import type { SecurityEvent } from '../store/schema/accounts.ts'

/** Returns a security event in the form of the protocol. */
export function describeEvent(event: SecurityEvent): Infer<typeof securityEvent> {
  return {
    event_id: event.id,
    kind: event.kind,
    by: isByOperator(event) ? 'operator' : event.by,
    app_id: event.aid,
    device: event.device,
    address: event.address,
    created_at: toSeconds(event.at),
  }
}

// `by` then holds the operator's reason, which only operators may read.
const operatorKinds: ReadonlySet<EventKind> = new Set([
  'banned',
  'unbanned',
  'account_frozen',
  'account_unfrozen',
  'account_limited',
  'account_unlimited',
])

function isByOperator({ kind, aid, by }: SecurityEvent): boolean {
  return operatorKinds.has(kind) || isActor(aid, by)
}
