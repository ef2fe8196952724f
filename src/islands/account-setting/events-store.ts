import { atom, type ReadableAtom } from 'nanostores'
import { objectToEvent as objecting } from '#protocol/web/security.ts'
import type { Undone } from '#protocol/undone.ts'
import {
  listSecurityEvents,
  objectToEvent,
  type SecurityEvent,
} from '../../../widget/src/client/calls/security-events.ts'
import { withStepUp, type AccountStore, type Instance } from '../../../widget/src/account.tsx'

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
  /** Reports an event that the person did not cause; returns what was taken back. */
  object: (event: SecurityEvent) => Promise<readonly Undone[]>
}

/** Creates the store; `size` is the number of events on a page. */
export function createEventsStore(
  instance: Instance,
  account: AccountStore,
  size: number,
): EventsStore {
  const $known = atom<Known | undefined>()

  const fetchPage = (page: number): Promise<Known> =>
    listSecurityEvents(instance.client().send, { page, pageSize: size })

  return {
    $known,
    async load() {
      $known.set(await fetchPage(1))
    },
    async object(event) {
      const undone = await withStepUp(instance, account, objecting, (proof) =>
        objectToEvent(instance.client().send, event, proof),
      )
      $known.set(await fetchPage(1))
      return undone
    },
    async more() {
      const before = $known.get()?.list ?? []
      const { list, hasMore } = await fetchPage(Math.floor(before.length / size) + 1)
      const known = new Set(before.map((event) => event.eventId))
      // New events have shifted the pages, so some arrive twice.
      const added = list.filter((event) => !known.has(event.eventId))
      $known.set({ list: [...before, ...added], hasMore })
    },
  }
}
