import { clientErrors } from '#protocol/client-errors.ts'
import { keyOf } from '../../client/calls/rejection.ts'
import type { Rejection, RejectionScreen, View } from '../../base/views.ts'

const screens: Partial<Record<string, RejectionScreen>> = {
  account_banned: 'blocked',
  account_limited: 'blocked',
  device_banned: 'blocked',
  frozen: 'blocked',
  account_cancelling: 'keep-account',
  choose_identity: 'identity',
  platform_unknown_account: 'third-party',
}

/** Errors whose data holds a key that moves something here from another account. */
const moves = new Set(['connect_switch', 'mobile_bound_need_jump'])

/** Returns the screen for a rejection that another attempt would not change. */
export function screenOf(name: string): RejectionScreen | undefined {
  return screens[name]
}

/** Returns the screen for a rejection that the page got from a call of its own. */
export function viewOfRejection(rejection: Rejection): View {
  const { name } = rejection
  const hasKey = keyOf(rejection) !== undefined
  if (hasKey && moves.has(name)) return { name: 'move', rejection }
  // The owner of a linked account has to prove more; the screen asks with the key.
  if (hasKey && name === clientErrors.secondVerify) return { name: 'third-party', rejection }
  return { name: screens[name] ?? 'failed', rejection }
}

/** Rejection in place of a captcha or two-step verification that the person closed. */
export const closedRejection: Rejection = {
  name: clientErrors.secondVerify,
  code: 0,
  message: '',
  data: {},
  logId: '',
}
