import type * as endpoints from '#protocol/web/security.ts'
import { toSeconds } from '../lib/clock.ts'
import type { SecurityEvent } from '../store/event-repository.ts'
import { signedIn } from '../calls/call.ts'
import type { Handlers } from './handler.ts'
import { spanOf, toPage } from '../lib/paging.ts'

/** Handlers of `protocol/web/security.ts`. */
export const security = {
  listSecurityEvents: async (call, context) => {
    const { accountId } = signedIn(context)
    const { list, total } = await context.services.events.list(accountId, spanOf(call))
    const events = list.map((event) => ({
      event_id: event.id,
      kind: event.kind,
      by: isOfOperator(event) ? 'operator' : event.by,
      app_id: event.aid,
      device: event.device,
      address: event.address,
      created_at: toSeconds(event.at),
    }))
    return toPage(events, total, call)
  },
} satisfies Handlers<typeof endpoints>

// What an operator gave as the reason is for operators.
function isOfOperator({ kind }: SecurityEvent): boolean {
  return kind === 'banned' || kind === 'unbanned'
}
