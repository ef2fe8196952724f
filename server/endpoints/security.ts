import type * as endpoints from '#protocol/web/security.ts'
import { signedIn } from '../calls/call.ts'
import { describeEvent } from '../events/describe-event.ts'
import { spanOf, toPage } from '../lib/paging.ts'
import { PassportError } from '../lib/passport-error.ts'
import { revokeResetTickets } from '../two-step/proof-tickets.ts'
import type { Handlers } from './handler.ts'

/** Handlers of `protocol/web/security.ts`. */
export const security = {
  listSecurityEvents: async (payload, context) => {
    const { accountId } = signedIn(context)
    const { list, total } = await context.services.events.list(accountId, spanOf(payload))
    return toPage(list.map(describeEvent), total, payload)
  },

  objectToEvent: async ({ event_id: id }, context) => {
    const { accountId, hash } = signedIn(context)
    const { transaction } = context.services
    const ended = await transaction(async (tx) => {
      if (!(await tx.events.isOf(accountId, id))) {
        throw new PassportError('bad_parameter', { fields: [{ field: 'event_id', rule: 'known' }] })
      }
      await tx.trustedDevices.trustOnlyDevice(accountId, context.caller.webId)
      await revokeResetTickets(tx, accountId)
      const count = await tx.sessions.endAll(accountId, hash)
      await tx.oauthTokens.endAllOf(accountId)
      await tx.events.note(context, 'signed_out_everywhere', accountId)
      return count
    })
    return { sessions_ended: ended }
  },
} satisfies Handlers<typeof endpoints>
