import { atom, type ReadableAtom } from 'nanostores'
import { fetchSafety, type Safety } from '../../client/calls/methods.ts'
import type { AccountRoom } from './account-room.ts'
import { createAccountAction } from './account-store.ts'

/** How safe the account is. */
export interface SafetyFlow {
  /** Undefined until it was asked for; null where that failed, or an older server does not say it. */
  $safety: ReadableAtom<Safety | null | undefined>
  /** Asks again; what was known stays meanwhile. */
  load(): Promise<void>
}

export function createSafetyFlow({ instance, account }: AccountRoom): SafetyFlow {
  const $safety = atom<Safety | null | undefined>()
  const formAction = createAccountAction(instance, account, {})
  return {
    $safety,
    async load() {
      const isKnown = await formAction.run(async () => {
        $safety.set((await fetchSafety(instance.client().send)) ?? null)
      })
      if (!isKnown) $safety.set(null)
    },
  }
}
