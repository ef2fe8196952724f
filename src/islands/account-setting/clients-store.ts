import { atom, type ReadableAtom } from 'nanostores'
import { signOutClients } from '#protocol/web/oauth-grants.ts'
import {
  listGrants,
  revokeGrant,
  takeScopeBack,
  type Grant,
} from '../../../widget/src/client/calls/grants.ts'
import type { Instance } from '../../../widget/src/account.tsx'

/** OAuth clients that the person has let in; undefined until loaded. */
export interface ClientsStore {
  $list: ReadableAtom<readonly Grant[] | undefined>
  load: () => Promise<void>
  /** Takes one scope back; without any but required ones, the application has no access. */
  takeBack: (grant: Grant, scope: string) => Promise<void>
  revoke: (grant: Grant) => Promise<void>
  /** Ends every sign-in of applications; what they may have stays. */
  signOut: () => Promise<void>
}

export function createClientsStore(instance: Instance): ClientsStore {
  const $list = atom<readonly Grant[] | undefined>()

  async function load(): Promise<void> {
    $list.set(await listGrants(instance.client().send))
  }

  return {
    $list,
    load,
    async takeBack(grant, taken) {
      await takeScopeBack(instance.client().send, grant, taken)
      await load()
    },
    async revoke(grant) {
      await revokeGrant(instance.client().send, grant)
      await load()
    },
    async signOut() {
      await instance.client().send(signOutClients, {})
    },
  }
}
