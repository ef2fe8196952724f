import { preferredType } from '#protocol/preferred-types.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { Call } from '../calls/call.ts'
import { checkCode, type CodeContext } from '../codes/check-code.ts'
import { PassportError } from '../lib/passport-error.ts'
import { forgetBreached } from '../passwords/breached-notice.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import { endAccess } from '../sessions/end-access.ts'
import type { SignedIn } from '../sign-in/sign-in.ts'
import type { Recipient } from '../store/recipient.ts'
import { RESET } from '../two-step/proof-tickets.ts'
import { checkRisk, codeLoginOf } from '../two-step/risk-check.ts'
import { isScene } from '../two-step/step-up.ts'
import { undoBeforeReset } from './undo.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/** The parts of a call that a reset needs. */
export type ResetContext = Pick<Call<Services>, keyof CodeContext | 'signal'>

/** A reset whose proof and password were checked. */
export interface PreparedReset {
  account: Account
  passwordHash: string
  /** Uses the proof up without setting the password. */
  redeemProof(tx: Services): Promise<void>
  /** Uses the proof up and sets the password, in the transaction of the new session. */
  prove(tx: Services): Promise<SignedIn>
}

/**
 * Checks a code and a new password; `confirm` throws if another proof is required first.
 * @throws password_policy, code_error, code_expired, and what `requireUsable` throws
 */
export async function prepareReset(
  context: ResetContext,
  recipient: Recipient,
  code: string,
  password: string,
  confirm: (account: Account) => Promise<void>,
): Promise<PreparedReset> {
  const { accounts, passwords } = context.services
  requireStrongPassword(context.services, recipient, { password })
  const proof = await checkCode(context, recipient, preferredType.reset[recipient.channel], code)
  const account = await accounts.findByRecipient(recipient)
  if (account === undefined) throw new PassportError('code_expired')
  requireUsable(account)
  await confirm(account)
  const passwordHash = await passwords.hash(password, context.signal())
  const redeemProof: PreparedReset['redeemProof'] = (tx) => tx.codes.use(proof)
  return {
    account,
    passwordHash,
    redeemProof,
    prove: async (tx) => {
      await redeemProof(tx)
      const owner = await tx.accounts.findByRecipient(recipient)
      if (owner === undefined) throw new PassportError('code_expired')
      return await setForgottenPassword(context, tx, owner, passwordHash)
    },
  }
}

/**
 * Checks the ticket of a code entered in this browser; returns what sets the password with it.
 * @throws ticket_expired, password_policy, and what `requireUsable` and `checkRisk` throw
 */
export async function prepareResetByTicket(
  context: Call<Services>,
  reference: string,
  password: string,
): Promise<PreparedReset['prove']> {
  const { accounts, passwords, tickets, trustedDevices } = context.services
  const { aid } = context.app
  const ticket = await tickets.peek(RESET, aid, reference)
  const holder = ticket && (await accounts.byId(ticket.holder))
  const isSameBrowser = ticket?.data.web_id === trustedDevices.hashOf(context.caller.webId)
  if (holder === undefined || !isSameBrowser || !isScene(context, ticket.data.scene)) {
    throw new PassportError('ticket_expired')
  }
  const [recipient] = recipientsOf(holder)
  requireStrongPassword(context.services, recipient, { password, name: holder.name })
  requireUsable(holder)
  await checkRisk(context, holder, {
    ...codeLoginOf(ticket.data.by === 'smsCode' ? 'mobile' : 'email'),
    subject: holder.id,
    isReset: true,
  })
  const passwordHash = await passwords.hash(password, context.signal())
  return async (tx) => {
    await tx.tickets.claim(RESET, aid, reference, holder.id)
    const account = await tx.accounts.byId(holder.id)
    if (account === undefined) throw new PassportError('ticket_expired')
    return await setForgottenPassword(context, tx, account, passwordHash)
  }
}

/**
 * Sets a password, ends all access and forgets other devices, before a session is opened. After an
 * objection it undoes things once more.
 */
export async function setForgottenPassword(
  context: Pick<ResetContext, 'app' | 'caller' | 'operation'>,
  tx: Services,
  account: Account,
  passwordHash: string,
): Promise<SignedIn> {
  await tx.accounts.setPassword(account.id, passwordHash)
  await forgetBreached(tx, account.id)
  await endAccess(tx, account)
  await tx.trustedDevices.trustOnlyDevice(account.id, context.caller.webId)
  await tx.events.note(context, 'password_reset', account.id)
  await notifyOwner(tx, context, account, { event: 'password_reset' })
  const present = await undoBeforeReset(tx, context, { ...account, passwordHash })
  // A rule about methods wants a sign-in with the new password.
  return { account: present, isNew: false, method: '' }
}
