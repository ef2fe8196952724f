import type { User } from '#protocol/objects.ts'
import type { AssertedCredential, PasskeySignal } from '#protocol/passkeys.ts'
import { rejectDuringDeletion } from '../account-deletion/revoke-ticket.ts'
import { cancelRecovery } from '../account-recovery/account-recovery.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { loginTexts } from '../accounts/logins.ts'
import type { Call } from '../calls/call.ts'
import { requireCaptchaOnSuspicion } from '../captcha/require-captcha.ts'
import { HOUR_MS } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import { checkAnswer } from '../passkeys/check-answer.ts'
import { signalsOf } from '../passkeys/describe-passkeys.ts'
import { redeemAnswer, withCopyNotice } from '../passkeys/note-copy.ts'
import { requireOwnDomain } from '../apps/passkey-origins.ts'
import type { PasskeyAnswer } from '../passkeys/passkeys.ts'
import {
  issueExchangeCodeFor,
  requireRegistered,
  type ExchangeCode,
  type ExchangeRequest,
} from '../sso/exchange-code.ts'
import type { Account } from '../store/schema/accounts.ts'
import { requireNotRefused } from '../two-step/risk-check.ts'
import { signIn } from './sign-in.ts'
import type { Services } from '../services/services.ts'

type Context = Call<Services>

/** Failures of one network in an hour, after which a captcha is asked for. */
const FAILURES_BEFORE_CAPTCHA = 20

/** Signs in with a passkey. @throws passkey_refused, passkey_unknown, and what `signIn` throws */
export async function loginByPasskey(
  context: Context,
  credential: AssertedCredential,
  next: string | undefined,
): Promise<User & { signals: PasskeySignal[] }> {
  requireOwnDomain(context)
  return await proved(context, credential, (answer) =>
    signIn(context, next, async (tx) => ({
      account: await redeem(tx, answer),
      isNew: false,
      method: 'passkey',
    })),
  )
}

/** Returns an exchange code for a page of another site, which gets no session. @throws redirect_mismatch, and what `loginByPasskey` throws */
export async function exchangeByPasskey(
  context: Context,
  credential: AssertedCredential,
  request: ExchangeRequest,
): Promise<ExchangeCode & { signals: PasskeySignal[] }> {
  requireRegistered(context, request.redirect_uri)
  context.services.policy.requireAllowed(context.caller)
  return await proved(context, credential, async (answer) => {
    const issued = await context.services.transaction(async (tx) => {
      const account = await redeem(tx, answer)
      await cancelRecovery(tx, context, account.id)
      // Returned, not thrown: the transaction must commit the used proof and the new ticket.
      if (account.state === 'cancelling') {
        const proofs = { method: 'passkey', secondMethod: '' } as const
        return await rejectDuringDeletion({ ...context, aid: context.app.aid }, tx, account, proofs)
      }
      requireUsable(account)
      await tx.events.note(context, 'signed_in', account.id)
      const proof = { method: 'passkey', provedAt: context.now } as const
      return await issueExchangeCodeFor({ ...context, services: tx }, account.id, proof, request)
    })
    if (issued instanceof PassportError) throw issued
    return issued
  })
}

async function proved<Result extends object>(
  context: Context,
  credential: AssertedCredential,
  work: (answer: PasskeyAnswer) => Promise<Result>,
): Promise<Result & { signals: PasskeySignal[] }> {
  const { accounts, rateLimits } = context.services
  const key = `failed passkey ${context.caller.prefix}`
  if ((await rateLimits.read(key, HOUR_MS)) >= FAILURES_BEFORE_CAPTCHA) {
    await requireCaptchaOnSuspicion(context, { subject: credential.id })
  }
  try {
    const answer = await checkAnswer(context, credential, {
      purpose: 'login',
      accountId: '',
      session: '',
    })
    const account = await accounts.byId(answer.passkey.accountId)
    if (account === undefined) throw new PassportError('passkey_unknown')
    context.progress.subject = loginTexts(account)[0] ?? ''
    requireUsable(account)
    await requireNotRefused(context, account, context.operation)
    const result = await withCopyNotice(context, () => work(answer))
    return { ...result, signals: await signalsOf(context.services, account) }
  } catch (error) {
    if (isFailure(error)) {
      await rateLimits.count(key, HOUR_MS)
      await noteOwner(context, credential)
    }
    throw error
  }
}

// Nobody can guess the id of a passkey, so what this reads tells a stranger nothing.
async function noteOwner(context: Context, { id }: AssertedCredential): Promise<void> {
  const { accounts, passkeys } = context.services
  const passkey = await passkeys.find(id)
  const account = passkey && (await accounts.byId(passkey.accountId))
  if (account !== undefined) context.progress.subject = loginTexts(account)[0] ?? ''
}

function isFailure(error: unknown): boolean {
  return (
    error instanceof PassportError && ['passkey_refused', 'passkey_unknown'].includes(error.error)
  )
}

async function redeem(tx: Services, answer: PasskeyAnswer): Promise<Account> {
  await redeemAnswer(tx, answer)
  const account = await tx.accounts.lock(answer.passkey.accountId)
  if (account === undefined) throw new PassportError('passkey_unknown')
  return account
}
