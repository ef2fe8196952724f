import { preferredType } from '#protocol/preferred-types.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { loginTexts } from '../accounts/logins.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { Call } from '../calls/call.ts'
import { checkCode, type CheckCodeServices, type CodeContext } from '../codes/check-code.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { Events } from '../events/events.ts'
import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { PasswordAttempts } from '../passwords/password-attempts.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { requireStrongPassword } from '../passwords/require-strong-password.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Account } from '../store/account-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Tickets } from '../tickets/tickets.ts'
import { revokeResetTickets, RESET } from '../two-step/proof-tickets.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { isScene, type StepUpServices } from '../two-step/step-up.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'

/** Services that this module needs. */
export interface ResetPasswordServices extends CheckCodeServices, StepUpServices {
  accounts: Accounts
  events: Events
  log: Log
  outbox: Outbox
  passwordAttempts: PasswordAttempts
  passwords: Passwords
  sessions: Sessions
  tickets: Tickets
  trustedDevices: TrustedDevices
  transaction: Transaction<ResetPasswordServices>
}

/** What a reset needs to know about the call. */
export type ResetContext = Pick<Call<ResetPasswordServices>, keyof CodeContext | 'signal' | 'logId'>

/**
 * Sets a new password with a code: every session ends, the locks open, and the owner is told.
 * `confirm` runs between the proof and the change, and throws where more has to be shown first.
 * @throws password_policy, code_error, code_expired.
 */
export async function resetPassword(
  context: ResetContext,
  recipient: Recipient,
  code: string,
  password: string,
  confirm: (account: Account) => Promise<void>,
): Promise<void> {
  const { accounts } = context.services
  requireStrongPassword(context.services, recipient, { password })
  const proof = await checkCode(context, recipient, preferredType.reset[recipient.channel], code)
  const known = await accounts.findByRecipient(recipient)
  if (known !== undefined) await confirm(known)
  await setPassword(context, password, async (tx) => {
    await tx.codes.use(proof)
    const account = await tx.accounts.findByRecipient(recipient)
    if (account === undefined) throw new PassportError('code_expired')
    return account
  })
}

/** Sets a new password with the ticket of a code that was proved before; @throws ticket_expired. */
export async function resetByTicket(
  context: Call<ResetPasswordServices>,
  reference: string,
  password: string,
): Promise<void> {
  const { accounts, tickets, trustedDevices } = context.services
  const { aid } = context.app
  const seen = await tickets.peek(RESET, aid, reference)
  const known = seen && (await accounts.byId(seen.holder))
  // Bound to the browser that typed the code.
  const isHere = seen?.data.web_id === trustedDevices.hashOf(context.caller.webId)
  if (known === undefined || !isHere || !isScene(context, seen.data.scene)) {
    throw new PassportError('ticket_expired')
  }
  const [recipient] = recipientsOf(known)
  requireStrongPassword(context.services, recipient, { password, name: known.name })
  const firstFactor = seen.data.by === 'smsCode' ? 'phone' : 'mailbox'
  await checkRisk(context, known, { firstFactor, about: known.id, isReset: true })
  await setPassword(context, password, async (tx) => {
    await tx.tickets.claim(RESET, aid, reference, known.id)
    const account = await tx.accounts.byId(known.id)
    if (account === undefined) throw new PassportError('ticket_expired')
    return account
  })
}

async function setPassword(
  context: ResetContext,
  password: string,
  prove: (tx: ResetPasswordServices) => Promise<Account>,
): Promise<void> {
  const { log, passwords, transaction } = context.services
  const hash = await passwords.hash(password, context.signal())
  const done = await transaction(async (tx) => {
    const account = await prove(tx)
    await tx.accounts.setPassword(account.id, hash)
    await revokeResetTickets(tx, account.id)
    const sessions = await tx.sessions.endAll(account.id)
    await tx.trustedDevices.trustOnlyDevice(account.id, context.caller.webId)
    await tx.passwordAttempts.clear(loginTexts(account).map(tx.passwordAttempts.keyFor))
    await tx.events.note(context, 'password_reset', account.id)
    await notifyOwner(tx, account, 'password_changed')
    return { id: account.id, sessions }
  })
  log.passwordReset(context.logId, done.id, done.sessions)
}
