import { Provider } from 'oidc-provider'
import type { Clock } from '../lib/clock.ts'
import type {
  LiveAuthorization,
  LiveAuthorizations,
  LiveToken,
} from '../store/live-authorizations.ts'
import { toClient } from '../store/oauth-client-repository.ts'
import { followsPolicies, momentOf } from './authorization-rules.ts'
import type { OAuthClient } from '../store/schema/oauth.ts'

/** Live authorizations, cached for one call, because `oidc-provider` reads one in several pieces. */
export type CallAuthorizations = ReturnType<typeof createCallAuthorizations>

interface CallReads {
  tokens: Map<string, Promise<LiveToken | undefined>>
  authorization?: LiveAuthorization
}

export function createCallAuthorizations(stored: LiveAuthorizations, clock: Clock) {
  const reads = new WeakMap<object, CallReads>()

  function readsOfCall(): CallReads {
    const call = Provider.ctx
    const known = call && reads.get(call)
    if (known !== undefined) return known
    const none: CallReads = { tokens: new Map() }
    if (call !== undefined) reads.set(call, none)
    return none
  }

  function keep<Found extends LiveAuthorization>(found: Found | undefined): Found | undefined {
    if (found === undefined || !followsPolicies(found, clock())) return undefined
    readsOfCall().authorization = found
    return found
  }

  return {
    /** Returns a live authorization that follows the policies of organizations. */
    find: async (id: string): Promise<LiveAuthorization | undefined> => {
      const { authorization } = readsOfCall()
      if (authorization?.authorizationId === id) return authorization
      return keep(await stored.findAuthorization(id, momentOf(clock())))
    },
    /** Returns the live authorization of a code or token, used or not. */
    findToken: async (hash: string): Promise<LiveToken | undefined> => {
      const { tokens } = readsOfCall()
      // Introspection asks for a token of each kind at once.
      const lookup = tokens.get(hash) ?? stored.find(hash, momentOf(clock())).then(keep)
      tokens.set(hash, lookup)
      return await lookup
    },
    /** Returns the authorization that this call has read, if it is of this grant. */
    ofCall: (grantId: string): LiveAuthorization | undefined => {
      const { authorization } = readsOfCall()
      return authorization?.grantId === grantId ? authorization : undefined
    },
    /** Returns a client, if this call has read an authorization of it. */
    clientOfCall: (id: string): OAuthClient | undefined => {
      const { authorization } = readsOfCall()
      return authorization?.id === id ? toClient(authorization) : undefined
    },
  }
}
