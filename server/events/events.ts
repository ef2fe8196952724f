import { maskAddress } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import type { EventKind, EventRepository } from '../store/event-repository.ts'

/** Where an event came from, as far as a call tells. */
export interface RequestSource {
  readonly app: { readonly aid: number }
  readonly caller: { readonly address: string; readonly userAgent: string }
  readonly operation: string
}

/** Security events: written in the transaction of what they tell about, so none is lost or made up. */
export interface Events extends Pick<EventRepository, 'list'> {
  /** Notes an event of an account; `by` is the operation where nothing else is said. */
  note(source: RequestSource, kind: EventKind, accountId: string, by?: string): Promise<void>
}

const MAX_ID_ATTEMPTS = 64

/** Events whose ids rise with time. */
export function createEvents(
  repository: EventRepository,
  makeId: () => string,
  clock: Clock,
): Events {
  return {
    list: repository.list,
    note: async ({ app, caller, operation }, kind, accountId, by = operation) => {
      const event = {
        accountId,
        kind,
        by,
        aid: app.aid,
        device: describeDevice(caller.userAgent),
        address: maskAddress(caller.address),
        at: clock(),
      }
      // Ids of two instances may meet.
      for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
        if (await repository.insert({ id: makeId(), ...event })) return
      }
      throw new Error('no free event id was found')
    },
  }
}
