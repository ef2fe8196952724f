import type { SessionInfo } from '#protocol/objects.ts'
import * as endpoints from '#protocol/web/session.ts'
import { allOf } from './rows.ts'
import type { Send } from './send.ts'

/** A session of the person. */
export type Session = ReturnType<typeof toSession>

function toSession(wire: SessionInfo) {
  return {
    sessionId: wire.session_id,
    /** Whether it is that of this browser. */
    isCurrent: wire.current === 1,
    /** Name that the person gave the device; empty for none. */
    name: wire.name,
    device: wire.device,
    /** IP address without its last part. */
    address: wire.address,
    createdAt: wire.created_at,
    lastSeenAt: wire.last_seen_at,
  }
}

/** Ends the session of this browser, and returns where to go then, if `next` is allowed. */
export async function signOut(send: Send, next: string | undefined): Promise<string | undefined> {
  return (await send(endpoints.logout, next === undefined ? {} : { next })).redirect_url
}

export async function listSessions(send: Send) {
  return (await allOf((paging) => send(endpoints.listSessions, paging))).map(toSession)
}

export async function revokeSession(send: Send, { sessionId }: Session) {
  await send(endpoints.revokeSession, { session_id: sessionId })
}

/** Names the device; an empty name takes it away. */
export async function renameSession(send: Send, { sessionId }: Session, name: string) {
  const call = { session_id: sessionId, ...(name !== '' && { name }) }
  await send(endpoints.renameSession, call)
}
