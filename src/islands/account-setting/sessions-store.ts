import { atom, type ReadableAtom } from 'nanostores'
import {
  listSessions,
  renameSession,
  revokeSession,
  type Session,
} from '../../../widget/src/client/calls/sessions.ts'
import type { Instance } from '../../../widget/src/account.tsx'

/** Sessions of the account; undefined until loaded. */
export interface SessionsStore {
  $list: ReadableAtom<readonly Session[] | undefined>
  /** Fetches the list; until it is known, all who ask share one request. */
  load: () => Promise<void>
  /** Removes a session from the list at once and restores it if the call fails. */
  end: (session: Session) => Promise<void>
  /** Names the device; an empty name takes it away. */
  rename: (session: Session, name: string) => Promise<void>
  /** Ends all sessions but that of this browser. */
  endOthers: () => Promise<void>
}

export function createSessionsStore(instance: Instance): SessionsStore {
  const $list = atom<readonly Session[] | undefined>()

  let first: Promise<void> | undefined

  function load(): Promise<void> {
    if ($list.get() !== undefined) return fetchList()
    first ??= fetchList().finally(() => {
      first = undefined
    })
    return first
  }

  async function fetchList(): Promise<void> {
    $list.set(await listSessions(instance.client().send))
  }

  return {
    $list,
    load,
    async end(session) {
      const { sessionId } = session
      const before = $list.get() ?? []
      $list.set(before.filter((one) => one.sessionId !== sessionId))
      try {
        await revokeSession(instance.client().send, session)
      } catch (error) {
        // Other sessions may have ended meanwhile: only this one is restored.
        const now = new Set($list.get()?.map((one) => one.sessionId))
        $list.set(before.filter((one) => one.sessionId === sessionId || now.has(one.sessionId)))
        throw error
      }
    },
    async rename(session, name) {
      await renameSession(instance.client().send, session, name)
      // Shows the name as the server has stored it.
      await load()
    },
    async endOthers() {
      const others = $list.get()?.filter(({ isCurrent }) => !isCurrent) ?? []
      try {
        for (const one of others) await revokeSession(instance.client().send, one)
      } finally {
        // Some may have ended even if one call failed.
        await load()
      }
    },
  }
}
