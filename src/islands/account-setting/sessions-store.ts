import { atom, type ReadableAtom } from 'nanostores'
import type { SessionInfo } from '#protocol/objects.ts'
import { listSessions, renameSession, revokeSession } from '#protocol/web/session.ts'
import type { Instance } from '../../../widget/src/account.tsx'

/** Sessions of the account; undefined until loaded. */
export interface SessionsStore {
  $list: ReadableAtom<readonly SessionInfo[] | undefined>
  /** Fetches the list; until it is known, all who ask share one request. */
  load: () => Promise<void>
  /** Removes a session from the list at once and restores it if the call fails. */
  end: (session: SessionInfo) => Promise<void>
  /** Names the device; an empty name takes it away. */
  rename: (session: SessionInfo, name: string) => Promise<void>
  /** Ends all sessions but that of this browser. */
  endOthers: () => Promise<void>
}

export function createSessionsStore(instance: Instance): SessionsStore {
  const $list = atom<readonly SessionInfo[] | undefined>()

  let first: Promise<void> | undefined

  function load(): Promise<void> {
    if ($list.get() !== undefined) return fetchList()
    first ??= fetchList().finally(() => {
      first = undefined
    })
    return first
  }

  async function fetchList(): Promise<void> {
    const { list } = await instance.client().send(listSessions, { page_size: 100 })
    $list.set(list)
  }

  return {
    $list,
    load,
    async end({ session_id }) {
      const before = $list.get() ?? []
      $list.set(before.filter((one) => one.session_id !== session_id))
      try {
        await instance.client().send(revokeSession, { session_id })
      } catch (error) {
        // Other sessions may have ended meanwhile: only this one is restored.
        const now = new Set($list.get()?.map((one) => one.session_id))
        $list.set(before.filter((one) => one.session_id === session_id || now.has(one.session_id)))
        throw error
      }
    },
    async rename({ session_id }, name) {
      const call = { session_id, ...(name === '' ? {} : { name }) }
      await instance.client().send(renameSession, call)
      // Shows the name as the server has stored it.
      await load()
    },
    async endOthers() {
      const others = $list.get()?.filter(({ current }) => current !== 1) ?? []
      try {
        for (const { session_id } of others) {
          await instance.client().send(revokeSession, { session_id })
        }
      } finally {
        // Some may have ended even if one call failed.
        await load()
      }
    },
  }
}
