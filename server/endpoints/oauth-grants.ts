import { parseScopes } from '#protocol/scopes.ts'
import type * as endpoints from '#protocol/web/oauth-grants.ts'
import { signedIn } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { spanOf, toPage } from '../lib/paging.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Handlers } from './handler.ts'

/** Handlers of `protocol/web/oauth-grants.ts`. */
export const oauthGrants = {
  listGrants: async (payload, context) => {
    const { accountId } = signedIn(context)
    const { list, total } = await context.services.oauthGrants.listOf(accountId, spanOf(payload))
    return toPage(
      list.map(({ id, clientName, granted, changedAt }) => ({
        grant_id: id,
        client_name: clientName,
        scopes: parseScopes(granted),
        changed_at: toSeconds(changedAt),
      })),
      total,
      payload,
    )
  },

  revokeGrant: async ({ grant_id: id }, context) => {
    const { accountId } = signedIn(context)
    await context.services.transaction(async (tx) => {
      if (!(await tx.oauthGrants.revoke(accountId, id, context.now))) {
        throw new PassportError('grant_not_found')
      }
      await tx.events.note(context, 'program_revoked', accountId)
    })
    return {}
  },
} satisfies Handlers<typeof endpoints>
