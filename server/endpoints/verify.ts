import type { Reply } from '#protocol/endpoint.ts'
import { codeMethods, levelOfMethod, type MethodsFor } from '#protocol/sign-in-methods.ts'
import type * as endpoints from '#protocol/web/verify.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { loginTexts, toLogin } from '../accounts/logins.ts'
import { toRecipient } from '../accounts/recipients.ts'
import { noSession } from '../calls/call.ts'
import { captchaForLogin } from '../captcha/require-captcha.ts'
import { checkCode } from '../codes/check-code.ts'
import { findPendingVerification } from '../codes/code-recipient.ts'
import { PassportError } from '../lib/passport-error.ts'
import { checkPassword } from '../passwords/check-password.ts'
import { TICKET_LIFE_SECONDS } from '../tickets/tickets.ts'
import { accountLevel } from '../two-step/account-level.ts'
import { rememberBrowser } from '../two-step/remembered-browsers.ts'
import { rememberedSignIns } from '../two-step/remembered-sign-ins.ts'
import { issueProofTicket, SECOND_VERIFIED } from '../two-step/proof-tickets.ts'
import { refersToVerification } from '../two-step/risk-check.ts'
import { STEP_UP } from '../two-step/step-up.ts'
import type { Services } from '../services/services.ts'
import type { VerifiedAnswer } from '../sign-in-methods/sign-in-method.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Context, Handlers } from './handler.ts'

/** Purpose of the ticket that proves consent by code. */
const AUTHORIZED = 'authorized'

/** Handlers of `protocol/web/verify.ts`. */
export const verify = {
  verifyAccount: async (payload, context) => {
    const { session, services } = context
    const { password } = payload
    if (session !== undefined || refersToVerification(context, payload.encrypt_uid)) {
      return await proveBy(context, 'password', payload, (account) =>
        services.signInMethods.password.verify(context, account, { password }),
      )
    }
    if (payload.account === undefined) throw new PassportError('session_expired')
    const login = toLogin(payload.account, context.params.a_region)
    const captcha = captchaForLogin(context, login)
    const { account } = await checkPassword(context, login, password, captcha)
    requireUsable(account)
    const proof = { type: 0, by: 'password' } as const
    return {
      ticket: await issueProofTicket(context, services, STEP_UP, account.id, proof),
      expire_time: TICKET_LIFE_SECONDS,
    }
  },

  smsAuthorize: async (payload, context) => {
    const { transaction } = context.services
    const recipient = toRecipient(payload, context.params.a_region)
    const proof = await checkCode(context, recipient, payload.type, payload.code)
    const auth_ticket = await transaction(async (tx) => {
      await tx.codes.use(proof)
      const account = await tx.accounts.findByRecipient(recipient)
      if (account === undefined) throw new PassportError('code_expired')
      requireUsable(account)
      if (account.state === 'cancelling') throw new PassportError('account_cancelling')
      const data = { type: payload.type, by: codeMethods[recipient.channel] }
      return await issueProofTicket(context, tx, AUTHORIZED, account.id, data)
    })
    return { auth_ticket, expire_time: TICKET_LIFE_SECONDS }
  },
} satisfies Handlers<typeof endpoints>

/** Passes the two-step verification of a request by a method and returns the ticket of the proof. @throws ticket_expired */
async function passVerification(
  context: Context,
  by: MethodsFor<'second'>,
  encryptUid: string | undefined,
  check: (account: Account) => Promise<VerifiedAnswer<Services>>,
): Promise<string> {
  const { accounts, transaction, verifications } = context.services
  const pending = await findPendingVerification(context, encryptUid)
  if (!pending.methods.includes(by)) {
    throw new PassportError(by === 'password' ? 'password_auth_failed' : 'ticket_expired')
  }
  if (!(await verifications.countTry(pending))) throw new PassportError('ticket_expired')
  const account = await accounts.byId(pending.accountId)
  if (account === undefined) throw new PassportError('ticket_expired')
  context.progress.subject = loginTexts(account)[0] ?? ''
  const proof = await check(account)
  return await transaction(async (tx) => {
    await proof.use(tx)
    if (!(await tx.verifications.pass(pending, by))) throw new PassportError('ticket_expired')
    // A code by mail or text stands in for no app at the next sign-in.
    const isEnough = levelOfMethod(by) >= (await accountLevel(tx, account))
    const isSignIn = rememberedSignIns.includes(pending.operation)
    if (context.params.remember_browser === 1 && isEnough && isSignIn) {
      await rememberBrowser(context, tx, account.id)
    }
    return await issueProofTicket(context, tx, SECOND_VERIFIED, account.id, { type: 0, by })
  })
}

/** Passes the two-step verification of a request, or proves the person of the session for a step-up. @throws session_expired, ticket_expired */
export async function proveBy(
  context: Context,
  by: MethodsFor<'second'> & MethodsFor<'stepUp'>,
  references: { encrypt_uid?: string | undefined; verify_ticket?: string | undefined },
  check: (account: Account) => Promise<VerifiedAnswer<Services>>,
): Promise<Reply<typeof endpoints.verifyAccount>> {
  const { session, services } = context
  const { encrypt_uid, verify_ticket } = references
  if (refersToVerification(context, encrypt_uid)) {
    const ticket = await passVerification(context, by, encrypt_uid, check)
    return { ticket, expire_time: TICKET_LIFE_SECONDS, verify_ticket }
  }
  if (session === undefined) throw noSession()
  const proof = await check(session.account)
  const ticket = await services.transaction(async (tx) => {
    await proof.use(tx)
    return await issueProofTicket(context, tx, STEP_UP, session.accountId, { type: 0, by })
  })
  return { ticket, expire_time: TICKET_LIFE_SECONDS }
}
