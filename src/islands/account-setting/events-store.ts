import { atom, type ReadableAtom } from 'nanostores'
import type { Infer } from 'superstruct'
import type { securityEvent } from '#protocol/objects.ts'
import { listSecurityEvents, objectToEvent } from '#protocol/web/security.ts'
import type { Instance } from '../../../widget/src/account.tsx'

/** Something that happened to the account. */
export type SecurityEvent = Infer<typeof securityEvent>

/** What is known of what happened, newest first; undefined until anything is. */
interface Known {
  list: readonly SecurityEvent[]
  hasMore: boolean
}

/** What happened to an account, page by page. */
export interface EventsStore {
  $known: ReadableAtom<Known | undefined>
  /** Fetches the newest. */
  load: () => Promise<void>
  more: () => Promise<void>
  /** Signs out everywhere else, since the person did not cause an event. */
  object: (event: SecurityEvent) => Promise<void>
}

/** Makes the store of one page, `size` events at a time. */
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
      // What happened meanwhile has moved the pages on.
      const added = list.filter((event) => !known.has(event.event_id))
      $known.set({ list: [...before, ...added], hasMore })
    },
  }
}
