import { loginTexts } from '../accounts/logins.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { QrCode } from '../store/schema/proofs.ts'
import { stateAt } from './qr.ts'

/** Keeps for support that a code which somebody scanned was refused or ran out; the reply is no error. */
export async function noteEnd(
  { now, progress, services }: Pick<Call<{ accounts: Accounts }>, 'now' | 'progress' | 'services'>,
  code: QrCode,
): Promise<void> {
  const state = stateAt(code, now)
  if (code.scannedBy === '' || (state !== 'refused' && state !== 'expired')) return
  const account = await services.accounts.byId(code.scannedBy)
  progress.subject = (account && loginTexts(account)[0]) ?? ''
  progress.refusal = new PassportError(state === 'refused' ? 'qr_used' : 'qr_expired')
}
