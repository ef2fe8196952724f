import type * as rows from '#protocol/web/security.ts'
import { toSeconds } from '../../clock.ts'
import type { SecurityEvent } from '../../events/event-store.ts'
import { signedIn, type Handlers } from '../../handler.ts'

/** Handlers of `protocol/web/security.ts`. */
export const security = {
  listSecurityEvents: async ({ page, page_size: size }, context) => {
    const { accountId } = signedIn(context)
    const offset = (page - 1) * size
    const { list, total } = await context.services.stores.events.list(accountId, {
      offset,
      limit: size,
    })
    return {
      list: list.map((event) => ({
        event_id: event.id,
        kind: event.kind,
        by: isOfOperator(event) ? 'operator' : event.by,
        app_id: event.aid,
        device: event.device,
        address: event.address,
        created_at: toSeconds(event.at),
      })),
      total,
      page,
      page_size: size,
      has_more: offset + list.length < total,
    }
  },
} satisfies Handlers<typeof rows>

// What an operator gave as the reason is for operators.
function isOfOperator({ kind }: SecurityEvent): boolean {
  return kind === 'banned' || kind === 'unbanned'
}
