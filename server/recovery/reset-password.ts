import { preferredType } from '#protocol/preferred-types.ts'
import { isScene } from '../two-step/step-up.ts'
import { checkCode, type CodeContext } from '../codes/check-code.ts'
import { dropResets, RESET } from '../two-step/proof-tickets.ts'
import { ensureGoodPassword } from '../registration/register.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import type { Account } from '../store/account-repository.ts'
import { loginTexts } from '../accounts/logins.ts'
import { notifyOwner } from '../accounts/notify.ts'
import type { Recipient } from '../accounts/recipients.ts'
import { recipientsOf } from '../accounts/recipients-of.ts'
import type { Context } from '../endpoints/handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Stores } from '../services/stores.ts'

/** What a reset needs to know about the call. */
export type ResetContext = CodeContext & Pick<Context, 'left' | 'logId'>

/**
 * Sets a new password with a code: every session ends, the locks open, and the owner is told.
 * `confirm` runs between the proof and the change, and throws where more has to be shown first.
 * @throws password_policy, code_error, code_expired.
 */
export async function resetPassword(
  context: ResetContext,
  target: Recipient,
  code: string,
  password: string,
  confirm: (account: Account) => Promise<void>,
): Promise<void> {
  const { accounts, codes, stores } = context.services
  ensureGoodPassword(context, target, { password })
  const proof = await checkCode(context, target, preferredType.reset[target.channel], code)
  const known = await accounts.findByRecipient(stores, target)
  if (known !== undefined) await confirm(known)
  await setPassword(context, password, async (tx) => {
    await codes.use(tx.codes, proof, context.now)
    const account = await accounts.findByRecipient(tx, target)
    if (account === undefined) throw new PassportError('code_expired')
    return account
  })
}

/** Sets a new password with the ticket of a code that was proved before; @throws ticket_expired. */
export async function resetByTicket(
  context: Context,
  reference: string,
  password: string,
): Promise<void> {
  const { devices, stores, tickets } = context.services
  const { aid } = context.app
  const seen = await tickets.peek(stores.tickets, RESET, aid, reference)
  const known = seen && (await stores.accounts.byId(seen.holder))
  // Bound to the browser that typed the code.
  const isHere = seen?.data.web_id === devices.hashOf(context.caller.webId)
  if (known === undefined || !isHere || !isScene(context, seen.data.scene)) {
    throw new PassportError('ticket_expired')
  }
  const [target] = recipientsOf(known)
  ensureGoodPassword(context, target, { password, name: known.name })
  const firstFactor = seen.data.by === 'mobile' ? 'mobile' : 'email'
  await checkRisk(context, known, { firstFactor, target: known.id, isReset: true })
  await setPassword(context, password, async (tx) => {
    await tickets.claim(tx.tickets, RESET, aid, reference, known.id)
    const account = await tx.accounts.byId(known.id)
    if (account === undefined) throw new PassportError('ticket_expired')
    return account
  })
}

async function setPassword(
  context: ResetContext,
  password: string,
  prove: (tx: Stores) => Promise<Account>,
): Promise<void> {
  const { devices, events, locks, log, outbox, passwords, stores } = context.services
  const hash = await passwords.hash(password, context.left())
  const done = await stores.tx(async (tx) => {
    const account = await prove(tx)
    await tx.accounts.setPassword(account.id, hash)
    await dropResets(tx, account.id)
    const sessions = await tx.sessions.endAll(account.id)
    await devices.trustOnly(tx.devices, account.id, context.caller.webId)
    await locks.clear(tx.locks, loginTexts(account).map(locks.keyFor))
    await events.note(tx.events, context, 'password_reset', account.id)
    await notifyOwner(outbox, tx, account, 'password_changed')
    return { id: account.id, sessions }
  })
  log.passwordReset(context.logId, done.id, done.sessions)
  outbox.wake()
}
