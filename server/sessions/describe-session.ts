import type { SessionInfo } from '#protocol/objects.ts'
import { toSeconds } from '../lib/clock.ts'
import type { Session } from '../store/schema/accounts.ts'

/** Returns a session in the form of the protocol; `currentHash` is that of the calling one. */
export function describeSession(session: Session, currentHash: string): SessionInfo {
  return {
    session_id: session.id,
    current: session.hash === currentHash ? 1 : 0,
    name: session.name,
    device: session.device,
    address: session.address,
    created_at: toSeconds(session.createdAt),
    last_seen_at: toSeconds(session.lastSeenAt),
    expires_at: toSeconds(session.expiresAt),
  }
}
