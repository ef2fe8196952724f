import { signOutClients } from '#protocol/web/oauth-grants.ts'
import { listGrants, revokeGrant, takeScopeBack, type Grant } from '../../client/calls/grants.ts'
import type { AccountRoom } from './account-room.ts'
import { whileSignedIn } from './account-store.ts'
import { createListQuery, pageOfRows, type ListQuery } from '../../ui/flows/list-query.ts'

/** The OAuth clients that a person has let in. */
export interface ClientsFlow {
  query: ListQuery<Grant, object>
  /** Takes one scope back; without any but required ones, the application has no access. */
  takeBack(grant: Grant, scope: string): Promise<void>
  revoke(grant: Grant): Promise<void>
  /** Ends every sign-in of applications; what they may have stays. */
  signOut(): Promise<void>
  dispose(): void
}

export function createClientsFlow({ instance, account }: AccountRoom): ClientsFlow {
  const query = createListQuery(instance, {}, async (_, page) =>
    pageOfRows(await whileSignedIn(account, () => listGrants(instance.client().send)), page),
  )
  return {
    query,
    async takeBack(grant, scope) {
      await takeScopeBack(instance.client().send, grant, scope)
      await query.load()
    },
    async revoke(grant) {
      await revokeGrant(instance.client().send, grant)
      await query.load()
    },
    async signOut() {
      await instance.client().send(signOutClients, {})
    },
    dispose: query.dispose,
  }
}
