import type { Infer } from 'superstruct'
import type { securityEvent } from '#protocol/objects.ts'
import * as endpoints from '#protocol/web/security.ts'
import { pagingFields, toRows, type Paging } from './rows.ts'
import type { Send } from './send.ts'

/** A security event of the account. */
export type SecurityEvent = ReturnType<typeof toEvent>

function toEvent(wire: Infer<typeof securityEvent>) {
  return {
    eventId: wire.event_id,
    kind: wire.kind,
    /** Cause: an operation, a name, or `operator`. */
    by: wire.by,
    device: wire.device,
    /** IP address without its last part. */
    address: wire.address,
    createdAt: wire.created_at,
  }
}

export async function listSecurityEvents(send: Send, paging: Paging) {
  return toRows(await send(endpoints.listSecurityEvents, pagingFields(paging)), toEvent)
}

/** Reports an event that the person did not cause; returns what was taken back. */
export async function objectToEvent(
  send: Send,
  { eventId }: SecurityEvent,
  proof: { ticket?: string },
) {
  const call = { event_id: eventId, ...proof }
  return (await send(endpoints.objectToEvent, call)).undone
}
