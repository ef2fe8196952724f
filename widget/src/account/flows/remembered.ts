import {
  forgetRemembered,
  listRemembered,
  type RememberedBrowser,
} from '../../client/calls/methods.ts'
import type { AccountRoom } from './account-room.ts'
import { createOwnList } from './own-list.ts'

/** The browsers of a person that are not asked for a second proof. */
export type RememberedFlow = ReturnType<typeof createRememberedFlow>

export function createRememberedFlow(room: AccountRoom) {
  const { instance } = room
  const query = createOwnList(room, listRemembered)
  return {
    query,
    async forget(browser: RememberedBrowser) {
      await forgetRemembered(instance.client().send, browser)
      await query.load()
    },
    dispose: query.dispose,
  }
}
