import type * as endpoints from '#protocol/web/security.ts'
import { signedIn } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { spanOf, toPage } from '../lib/paging.ts'
import type { EventKind, SecurityEvent } from '../store/event-repository.ts'
import type { Handlers } from './handler.ts'

/** Handlers of `protocol/web/security.ts`. */
export const security = {
  listSecurityEvents: async (payload, context) => {
    const { accountId } = signedIn(context)
    const { list, total } = await context.services.events.list(accountId, spanOf(payload))
    const events = list.map((event) => ({
      event_id: event.id,
      kind: event.kind,
      by: isByOperator(event) ? 'operator' : event.by,
      app_id: event.aid,
      device: event.device,
      address: event.address,
      created_at: toSeconds(event.at),
    }))
    return toPage(events, total, payload)
  },
} satisfies Handlers<typeof endpoints>

// `by` is then the reason of the operator, which only operators may read.
const operatorKinds: ReadonlySet<EventKind> = new Set([
  'banned',
  'unbanned',
  'account_frozen',
  'account_unfrozen',
  'account_limited',
  'account_unlimited',
])

function isByOperator({ kind }: SecurityEvent): boolean {
  return operatorKinds.has(kind)
}
