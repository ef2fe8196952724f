import type { RequestSource } from '../calls/call.ts'
import { maskAddress } from '../lib/address.ts'
import type { Clock } from '../lib/clock.ts'
import { describeDevice } from '../lib/describe-device.ts'
import type { EventKind } from '../store/event-kinds.ts'
import type { EventRepository } from '../store/event-repository.ts'
import { eventRules } from './event-rules.ts'
import type { Webhooks } from './webhooks.ts'

/** Security events, written in the transaction of the change that they record. */
export interface Events extends Omit<EventRepository, 'insert'> {
  /** Records an event of an account; `by` is by default the operation. */
  note(source: RequestSource, kind: EventKind, accountId: string, by?: string): Promise<void>
}

const MAX_ID_ATTEMPTS = 64

/** `makeId` returns ids that grow with time. */
export function createEvents(
  repository: EventRepository,
  webhooks: Pick<Webhooks, 'tell'>,
  makeId: () => string,
  clock: Clock,
): Events {
  const { insert, ...queries } = repository
  return {
    ...queries,
    note: async (source, kind, accountId, by = source.operation) => {
      const { app, caller, clientFields = '' } = source
      const event = {
        accountId,
        kind,
        by,
        aid: app.aid,
        device: describeDevice(caller.userAgent),
        address: maskAddress(caller.address),
        at: clock(),
        clientFields,
      }
      // Repeated because two instances may create the same id.
      for (let attempt = 0; attempt < MAX_ID_ATTEMPTS; attempt++) {
        if (!(await insert({ id: makeId(), ...event }))) continue
        const { told } = eventRules[kind]
        // `by` may be a former name.
        const subject = { event: kind, app_id: app.aid, by: source.operation }
        // A locked login may have no account; saying so anyway, all logins take the same time.
        const user = accountId === '' ? {} : { user_id: accountId }
        if (typeof told === 'string') await webhooks.tell(told, [{ ...user, ...subject }])
        return
      }
      throw new Error('no free event id was found')
    },
  }
}
