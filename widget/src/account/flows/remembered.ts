import {
  forgetRemembered,
  listRemembered,
  type RememberedBrowser,
} from '../../client/calls/methods.ts'
import { createListQuery, wholeList } from '../../ui/flows/list-query.ts'
import type { AccountRoom } from './account-room.ts'
import { whileSignedIn } from './account-store.ts'

/** The browsers of a person that are not asked for a second proof. */
export type RememberedFlow = ReturnType<typeof createRememberedFlow>

export function createRememberedFlow({ instance, account }: AccountRoom) {
  const query = createListQuery(instance, {}, async () =>
    wholeList(await whileSignedIn(account, () => listRemembered(instance.client().send))),
  )
  return {
    query,
    async forget(browser: RememberedBrowser) {
      await forgetRemembered(instance.client().send, browser)
      await query.load()
    },
    dispose: query.dispose,
  }
}
