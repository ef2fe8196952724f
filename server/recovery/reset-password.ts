import { preferredType } from '#protocol/preferred-types.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { notifyOwner } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { Call } from '../calls/call.ts'
import { checkCode, type CheckCodeServices, type CodeContext } from '../codes/check-code.ts'
import type { Outbox } from '../delivery/outbox.ts'
import type { Events } from '../events/events.ts'
import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import { failureKeysOf } from '../passwords/failure-keys.ts'
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

/** The parts of a call that a reset needs. */
export type ResetContext = Pick<Call<ResetPasswordServices>, keyof CodeContext | 'signal' | 'logId'>

/**
 * Sets a new password with a code; `confirm` throws if another proof is required first.
 * @throws password_policy, code_error, code_expired
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
  const provedAccount = await accounts.findByRecipient(recipient)
  if (provedAccount !== undefined) await confirm(provedAccount)
  await setPassword(context, password, async (tx) => {
    await tx.codes.use(proof)
    const account = await tx.accounts.findByRecipient(recipient)
    if (account === undefined) throw new PassportError('code_expired')
    return account
  })
}

/** Sets a new password with the ticket of a code entered in this browser. @throws ticket_expired */
export async function resetByTicket(
  context: Call<ResetPasswordServices>,
  reference: string,
  password: string,
): Promise<void> {
  const { accounts, tickets, trustedDevices } = context.services
  const { aid } = context.app
  const ticket = await tickets.peek(RESET, aid, reference)
  const holder = ticket && (await accounts.byId(ticket.holder))
  const isSameBrowser = ticket?.data.web_id === trustedDevices.hashOf(context.caller.webId)
  if (holder === undefined || !isSameBrowser || !isScene(context, ticket.data.scene)) {
    throw new PassportError('ticket_expired')
  }
  const [recipient] = recipientsOf(holder)
  requireStrongPassword(context.services, recipient, { password, name: holder.name })
  const firstFactor = ticket.data.by === 'smsCode' ? 'phone' : 'mailbox'
  await checkRisk(context, holder, { firstFactor, subject: holder.id, isReset: true })
  await setPassword(context, password, async (tx) => {
    await tx.tickets.claim(RESET, aid, reference, holder.id)
    const account = await tx.accounts.byId(holder.id)
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
  const result = await transaction(async (tx) => {
    const account = await prove(tx)
    await tx.accounts.setPassword(account.id, hash)
    await revokeResetTickets(tx, account.id)
    const sessions = await tx.sessions.endAll(account.id)
    await tx.trustedDevices.trustOnlyDevice(account.id, context.caller.webId)
    const browser = tx.trustedDevices.hashOf(context.caller.webId)
    await tx.passwordAttempts.clear(failureKeysOf(tx, account, browser))
    await tx.events.note(context, 'password_reset', account.id)
    await notifyOwner(tx, context, account, { kind: 'password_changed' })
    return { id: account.id, sessions }
  })
  log.passwordReset(context.logId, result.id, result.sessions)
}
