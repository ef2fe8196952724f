import type { User } from '#protocol/objects.ts'
import { levelOfMethod, methodsFor } from '#protocol/sign-in-methods.ts'
import { loginTexts } from '../accounts/logins.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { redeemQr } from './answer-qr.ts'
import type { SessionOwner } from '../sessions/sessions.ts'
import { signInLevel } from '../two-step/demands.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { signIn } from './sign-in.ts'
import type { QrCode } from '../store/schema/proofs.ts'
import type { Services } from '../services/services.ts'

/** Signs in with a confirmed code. @throws qr_used, and what `checkRisk` and `signIn` throw */
export async function loginByQr(
  context: Call<Services>,
  code: QrCode,
  next: string | undefined,
): Promise<User> {
  await checkProofs(context, code)
  return await signIn(context, next, async (tx) => ({
    ...carriedOver(await redeemQr(tx, context, code)),
    isNew: false,
    method: 'qrCode',
  }))
}

// A method of the phone that alone reaches more counts as the second proof of this session.
function carriedOver(owner: SessionOwner): SessionOwner {
  const carried = methodsFor('second').find((name) => name === owner.method)
  const isMore = carried !== undefined && levelOfMethod(carried) > 1
  return isMore ? { ...owner, secondMethod: carried } : owner
}

// The phone showed the person the network of the code, which may not be the caller's; and its sign-in
// may be below the level of the account.
async function checkProofs(context: Call<Services>, code: QrCode): Promise<void> {
  const { accounts, qr, transaction } = context.services
  const account = await accounts.byId(code.scannedBy)
  if (account === undefined) return
  context.progress.subject = loginTexts(account)[0] ?? ''
  const isElsewhere = code.network !== context.caller.prefix
  const level = await signInLevel(context, account, [context.operation])
  if (!isElsewhere && level === 1) return
  const held = await transaction((tx) =>
    tx.sessions.accountOfSession(code.scannedBy, code.answeredIn),
  )
  try {
    await checkRisk(context, account, {
      firstFactor: 'session',
      subject: code.id,
      isNewNetwork: isElsewhere,
      ...(held && { held, provedAt: held.provedAt }),
      isPolled: true,
    })
  } catch (error) {
    const mustVerify = error instanceof PassportError && error.error === 'second_verify'
    if (mustVerify) await qr.extendForVerification(code)
    throw error
  }
}
