import type * as endpoints from '#protocol/web/security.ts'
import { signedIn } from '../calls/call.ts'
import { describeEvent } from '../events/describe-event.ts'
import { spanOf, toPage } from '../lib/paging.ts'
import { objectToEvent } from '../recovery/object-to-event.ts'
import type { Handlers } from './handler.ts'

/** Handlers of `protocol/web/security.ts`. */
export const security = {
  listSecurityEvents: async (payload, context) => {
    const { accountId } = signedIn(context)
    const { list, total } = await context.services.events.list(accountId, spanOf(payload))
    return toPage(list.map(describeEvent), total, payload)
  },

  objectToEvent: async ({ event_id: id, ticket }, context) => {
    const { sessions, undone } = await objectToEvent(context, id, ticket)
    return { sessions_ended: sessions, undone }
  },
} satisfies Handlers<typeof endpoints>
