import {
  listSessions,
  renameSession,
  revokeSession,
  type Session,
} from '../../client/calls/sessions.ts'
import type { AccountRoom } from './account-room.ts'
import { createOwnList } from './own-list.ts'

/** The sessions of a person. */
export type DevicesFlow = ReturnType<typeof createDevicesFlow>

export function createDevicesFlow(room: AccountRoom) {
  const { instance } = room
  const query = createOwnList(room, listSessions)
  return {
    query,
    async end(session: Session) {
      await revokeSession(instance.client().send, session)
      await query.load()
    },
    /** Names the device; an empty name takes it away. */
    async rename(session: Session, name: string) {
      await renameSession(instance.client().send, session, name)
      await query.load()
    },
    /** Ends all sessions but that of this browser. */
    async endOthers() {
      try {
        for (const one of await listSessions(instance.client().send)) {
          if (!one.isCurrent) await revokeSession(instance.client().send, one)
        }
      } finally {
        // Some may have ended even if one call failed.
        await query.load()
      }
    },
    dispose: query.dispose,
  }
}
