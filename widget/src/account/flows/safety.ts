import { atom } from 'nanostores'
import { fetchSafety, type Safety } from '../../client/calls/methods.ts'
import type { AccountRoom } from './account-room.ts'
import { createAccountAction } from './account-store.ts'

/** How safe the account is. */
export function createSafetyFlow({ instance, account }: AccountRoom) {
  const $safety = atom<Safety | null | undefined>()
  const formAction = createAccountAction(instance, account, {})
  return {
    /** Undefined until it was asked for; null where that failed, or an older server does not say it. */
    $safety,
    /** Asks again; what was known stays meanwhile. */
    async load() {
      const isKnown = await formAction.run(async () => {
        $safety.set((await fetchSafety(instance.client().send)) ?? null)
      })
      if (!isKnown) $safety.set(null)
    },
  }
}
