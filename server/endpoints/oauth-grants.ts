import { array, create, string } from 'superstruct'
import { parseScopes } from '#protocol/scopes.ts'
import type * as endpoints from '#protocol/web/oauth-grants.ts'
import type { Grant } from '#protocol/web/oauth-grants.ts'
import { signedIn } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import { spanOf, toPage } from '../lib/paging.ts'
import { findGrant, isAlwaysGranted, narrowGrant, revokeGrant } from '../oauth/revoke-grant.ts'
import type { NamedGrant } from '../store/oauth-grant-repository.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/oauth-grants.ts`. */
export const oauthGrants = {
  listGrants: async (payload, context) => {
    const { accountId } = signedIn(context)
    const { list, total } = await context.services.oauthGrants.listOf(accountId, spanOf(payload))
    const described = await Promise.all(list.map((grant) => describe(context, grant)))
    return toPage(described, total, payload)
  },

  updateGrant: async ({ grant_id: id, scopes }, context) => {
    const { accountId } = signedIn(context)
    const kept = new Set(scopes.split(/[\s,]+/))
    await context.services.transaction((tx) => narrowGrant(tx, context, accountId, id, kept))
    return {}
  },

  revokeGrant: async ({ grant_id: id }, context) => {
    const { accountId } = signedIn(context)
    await context.services.transaction(async (tx) => {
      await revokeGrant(tx, context, await findGrant(tx, accountId, id))
    })
    return {}
  },

  signOutClients: async (_payload, context) => {
    const { accountId } = signedIn(context)
    await context.services.transaction(async (tx) => {
      await tx.oauthTokens.endAllOf(accountId)
      await tx.events.note(context, 'signed_out_everywhere', accountId)
    })
    return {}
  },
} satisfies Handlers<typeof endpoints>

async function describe(context: Context, grant: NamedGrant): Promise<Grant> {
  return {
    grant_id: grant.id,
    client_name: grant.clientName,
    host: hostOf(grant),
    subject_name: grant.organizationName ?? '',
    scopes: await describeScopes(context, grant.granted),
    has_offline: grant.granted.split(' ').includes('offline_access') ? 1 : 0,
    created_at: toSeconds(grant.createdAt),
    changed_at: toSeconds(grant.changedAt),
    last_used_at: toSeconds(grant.lastUsedAt),
  }
}

// Its first address; a native app's loopback address says nothing.
function hostOf({ redirects }: NamedGrant): string {
  const [first = ''] = create(JSON.parse(redirects), array(string()))
  const url = URL.parse(first)
  return url?.protocol === 'https:' ? url.host : ''
}

async function describeScopes({ services }: Context, granted: string): Promise<Grant['scopes']> {
  const names = granted.split(' ')
  const own = parseScopes(granted).map((scope) => ({ scope, description: '' }))
  const others = await Promise.all(
    names
      .filter((name) => name.includes('#'))
      .map(async (scope) => {
        const at = scope.indexOf('#')
        const resource = await services.oauthResources.find(scope.slice(0, at))
        const name = scope.slice(at + 1)
        return { scope, description: resource?.scopes[name] ?? name }
      }),
  )
  return [...own, ...others].map((one) => ({
    ...one,
    required: isAlwaysGranted(one.scope) ? 1 : 0,
  }))
}
