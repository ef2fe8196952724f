import { atom } from 'nanostores'
import { objectToEvent as objecting } from '#protocol/web/security.ts'
import type { Undone } from '#protocol/undone.ts'
import {
  listSecurityEvents,
  objectToEvent,
  type SecurityEvent,
} from '../../client/calls/security-events.ts'
import type { Rows } from '../../client/calls/rows.ts'
import { createAccountAction } from './account-store.ts'
import type { AccountRoom } from './account-room.ts'
import { withStepUp } from './step-up.ts'
import type { MadeBy } from '../../ui/flows/made-by.ts'

const EVENTS_AT_ONCE = 10

/** Security events of an account, newest first. */
export type EventsFlow = MadeBy<typeof createEventsFlow>

export function createEventsFlow({ instance, account }: AccountRoom) {
  const $known = atom<Pick<Rows<SecurityEvent>, 'list' | 'hasMore'> | undefined>()
  const $undone = atom<readonly Undone[] | undefined>()
  const formAction = createAccountAction(instance, account, {})

  async function fetchNewest(): Promise<void> {
    $known.set(
      await listSecurityEvents(instance.client().send, { page: 1, pageSize: EVENTS_AT_ONCE }),
    )
  }

  return {
    ...formAction.shown,
    /** Undefined until the first are known. */
    $known,
    /** What the last objection took back. */
    $undone,
    /** Fetches the newest; false after an error. */
    load: () => formAction.run(fetchNewest),
    more: () =>
      formAction.run(async () => {
        const before = $known.get()?.list ?? []
        const page = Math.floor(before.length / EVENTS_AT_ONCE) + 1
        const { list, hasMore } = await listSecurityEvents(instance.client().send, {
          page,
          pageSize: EVENTS_AT_ONCE,
        })
        const known = new Set(before.map((event) => event.eventId))
        // New events have shifted the pages, so some arrive twice.
        const added = list.filter((event) => !known.has(event.eventId))
        $known.set({ list: [...before, ...added], hasMore })
      }),
    /** Reports an event that the person did not cause. */
    async object(event: SecurityEvent) {
      const undone = await withStepUp(instance, account, objecting, (proof) =>
        objectToEvent(instance.client().send, event, proof),
      )
      $undone.set(undone)
      await Promise.all([account.load(), fetchNewest()])
    },
  }
}
