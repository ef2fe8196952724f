import type { User } from '#protocol/objects.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { LinkedAccounts } from '../linked-accounts/linked-accounts.ts'
import { redeemQr, type AnswerQrServices } from '../qr-sign-in/answer-qr.ts'
import type { Transaction } from '../store/transaction.ts'
import { checkRisk, type RiskCheckServices } from '../two-step/risk-check.ts'
import { signIn, type SignInServices } from './sign-in.ts'
import type { QrCode } from '../store/schema/proofs.ts'

export interface QrLoginServices extends SignInServices, AnswerQrServices, RiskCheckServices {
  linkedAccounts: LinkedAccounts
  transaction: Transaction<QrLoginServices>
}

/** Signs in with a confirmed code. @throws qr_used, and what `checkRisk` and `signIn` throw */
export async function loginByQr(
  context: Call<QrLoginServices>,
  code: QrCode,
  next: string | undefined,
): Promise<User> {
  await checkNetwork(context, code)
  return await signIn(context, next, async (tx) => ({
    ...(await redeemQr(tx, context, code)),
    isNew: false,
    method: 'qrCode',
  }))
}

// The phone showed the person the network of the code, which may not be the caller's.
async function checkNetwork(context: Call<QrLoginServices>, code: QrCode): Promise<void> {
  const { accounts, qr } = context.services
  if (code.network === context.caller.prefix) return
  const account = await accounts.byId(code.scannedBy)
  if (account === undefined) return
  try {
    await checkRisk(context, account, {
      firstFactor: 'session',
      subject: code.id,
      isNewNetwork: true,
      isPolled: true,
    })
  } catch (error) {
    const mustVerify = error instanceof PassportError && error.error === 'second_verify'
    if (mustVerify) await qr.extendForVerification(code)
    throw error
  }
}
