import {
  listSessions,
  renameSession,
  revokeSession,
  type Session,
} from '../../client/calls/sessions.ts'
import type { AccountRoom } from './account-room.ts'
import { whileSignedIn } from './account-store.ts'
import { createListQuery, pageOfRows, type ListQuery } from '../../ui/flows/list-query.ts'

/** The sessions of a person. */
export interface DevicesFlow {
  query: ListQuery<Session, object>
  end(session: Session): Promise<void>
  /** Names the device; an empty name takes it away. */
  rename(session: Session, name: string): Promise<void>
  /** Ends all sessions but that of this browser. */
  endOthers(): Promise<void>
  dispose(): void
}

export function createDevicesFlow({ instance, account }: AccountRoom): DevicesFlow {
  const query = createListQuery(instance, {}, async (_, page) =>
    pageOfRows(await whileSignedIn(account, () => listSessions(instance.client().send)), page),
  )
  return {
    query,
    async end(session) {
      await revokeSession(instance.client().send, session)
      await query.load()
    },
    async rename(session, name) {
      await renameSession(instance.client().send, session, name)
      await query.load()
    },
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
