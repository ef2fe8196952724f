import { atom } from 'nanostores'
import { makeRecoveryCodes } from '#protocol/web/methods.ts'
import { makeCodes } from '../../client/calls/recovery-codes.ts'
import type { AccountRoom } from './account-room.ts'
import { withStepUp } from './step-up.ts'

/** The recovery codes of a person. */
export type RecoveryCodesFlow = ReturnType<typeof createRecoveryCodesFlow>

export function createRecoveryCodesFlow({ account, instance }: AccountRoom) {
  const $left = atom<number | undefined>()
  const $fresh = atom<readonly string[]>([])
  return {
    /** Number of unused codes; undefined for an account that needs none. */
    $left,
    /** New codes, until the person has saved them; nobody sees them again. */
    $fresh,
    /** Makes others in place of those there are. */
    async make() {
      const codes = await withStepUp(instance, account, makeRecoveryCodes, (proof) =>
        makeCodes(instance.client().send, proof),
      )
      $left.set(codes.length)
      $fresh.set(codes)
    },
  }
}
