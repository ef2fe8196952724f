import { signOutClients } from '#protocol/web/oauth-grants.ts'
import { listGrants, revokeGrant, takeScopeBack, type Grant } from '../../client/calls/grants.ts'
import type { AccountRoom } from './account-room.ts'
import { createOwnList } from './own-list.ts'

/** The OAuth clients that a person has let in. */
export type ClientsFlow = ReturnType<typeof createClientsFlow>

export function createClientsFlow(room: AccountRoom) {
  const { instance } = room
  const query = createOwnList(room, listGrants)
  return {
    query,
    /** Takes one scope back; without any but required ones, the application has no access. */
    async takeBack(grant: Grant, scope: string) {
      await takeScopeBack(instance.client().send, grant, scope)
      await query.load()
    },
    async revoke(grant: Grant) {
      await revokeGrant(instance.client().send, grant)
      await query.load()
    },
    /** Ends every sign-in of applications; what they may have stays. */
    async signOut() {
      await instance.client().send(signOutClients, {})
    },
    dispose: query.dispose,
  }
}
