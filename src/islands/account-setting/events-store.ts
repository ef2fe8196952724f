import { atom, type ReadableAtom } from 'nanostores'
import type { Infer } from 'superstruct'
import type { securityEvent } from '#protocol/objects.ts'
import { listSecurityEvents, objectToEvent } from '#protocol/web/security.ts'
import type { Instance } from '../../../widget/src/account.tsx'

/** A security event of the account. */
export type SecurityEvent = Infer<typeof securityEvent>

/** Events fetched so far, newest first. */
interface Known {
  list: readonly SecurityEvent[]
  hasMore: boolean
}

/** Security events of an account, fetched page by page. */
export interface EventsStore {
  $known: ReadableAtom<Known | undefined>
  /** Fetches the newest page. */
  load: () => Promise<void>
  more: () => Promise<void>
  /** Reports an event that the person did not cause; signs out everywhere else. */
  object: (event: SecurityEvent) => Promise<void>
}

/** Creates the store; `size` is the number of events on a page. */
export function createEventsStore(instance: Instance, size: number): EventsStore {
  const $known = atom<Known | undefined>()

  async function fetchPage(page: number): Promise<Known> {
    const reply = await instance
      .client()
      .send(listSecurityEvents, { page, page_size: size }, { signal: instance.signal })
    return { list: reply.list, hasMore: reply.has_more }
  }

  return {
    $known,
    async load() {
      $known.set(await fetchPage(1))
    },
    async object({ event_id }) {
      await instance.client().send(objectToEvent, { event_id }, { signal: instance.signal })
      $known.set(await fetchPage(1))
    },
    async more() {
      const before = $known.get()?.list ?? []
      const { list, hasMore } = await fetchPage(Math.floor(before.length / size) + 1)
      const known = new Set(before.map((event) => event.event_id))
      // New events have shifted the pages, so some arrive twice.
      const added = list.filter((event) => !known.has(event.event_id))
      $known.set({ list: [...before, ...added], hasMore })
    },
  }
}
