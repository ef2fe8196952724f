import { atom, type ReadableAtom } from 'nanostores'
import {
  listGrants,
  revokeGrant,
  signOutClients,
  updateGrant,
  type Grant,
} from '#protocol/web/oauth-grants.ts'
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
    $list.set((await instance.client().send(listGrants, { page_size: 100 })).list)
  }

  return {
    $list,
    load,
    async takeBack({ grant_id, scopes }, taken) {
      const kept = scopes.map(({ scope }) => scope).filter((scope) => scope !== taken)
      await instance.client().send(updateGrant, { grant_id, scopes: kept.join(' ') })
      await load()
    },
    async revoke({ grant_id }) {
      await instance.client().send(revokeGrant, { grant_id })
      await load()
    },
    async signOut() {
      await instance.client().send(signOutClients, {})
    },
  }
}
