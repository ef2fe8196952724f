import type { Undone } from '#protocol/undone.ts'
import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { RequestSource } from '../calls/call.ts'
import { undoingsOf, type Undoing } from '../events/event-rules.ts'
import { SECOND_MS } from '../lib/clock.ts'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import { OBJECTED, OBJECTION } from '../tickets/tickets.ts'
import { endActs, undoSteps } from './undo-steps.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/** A notice comes after what it is about, in the same transaction. */
const MARGIN_MS = 10 * SECOND_MS

/** Returns the time of the oldest thing that an objection to something of a time can reach. */
export function oldestOf(noticedAt: number, now: number): number {
  return Math.max(noticedAt, now - FORMER_ADDRESS_MS)
}

/**
 * Takes back what was added to a locked account since a notice that its owner objected to, except the
 * last way in. A new password stays with `keepsPassword`. Returns what it did, and what the owner has
 * to look at.
 */
export async function undoSince(
  tx: Services,
  source: RequestSource,
  account: Account,
  noticedAt: number,
  { keepsPassword }: { keepsPassword: boolean },
): Promise<Undone[]> {
  const since = noticedAt - MARGIN_MS
  const cleaning = { source, account: { ...account }, since }
  const needed = undoingsOf(await tx.events.kindsSince(account.id, since))
  if (keepsPassword) needed.delete('password')
  // One that is under way began before its reminders.
  needed.add('recovery')
  const undone: Undone[] = []
  for (const name of Object.keys(undoSteps) as Undoing[]) {
    if (needed.has(name)) undone.push(...(await undoSteps[name](tx, cleaning)))
  }
  undone.push(...(await endActs(tx, cleaning)))
  if (undone.some(({ what }) => what === 'address' || what === 'former_address')) {
    // Links of later notices also went to whoever had that address.
    await tx.tickets.dropLater(OBJECTION, account.id, noticedAt + FORMER_ADDRESS_MS)
  }
  if (undone.length > 0) await notifyUndone(tx, source, account, cleaning.account)
  return undone
}

/** Remembers an objection, so that the reset of the password that follows it undoes things once more. */
export async function rememberObjection(
  tx: Pick<Services, 'clock' | 'tickets'>,
  { app }: RequestSource,
  holder: string,
  noticedAt: number,
): Promise<void> {
  const lifeMs = noticedAt + FORMER_ADDRESS_MS - tx.clock()
  await tx.tickets.issue({ purpose: OBJECTED, aid: app.aid, holder, lifeMs })
}

/** Undoes things once more in a reset after an objection; returns the account, which has the new password. */
export async function undoBeforeReset(
  tx: Services,
  source: RequestSource,
  account: Account,
): Promise<Account> {
  const oldest = await tx.tickets.oldestOf(OBJECTED, account.id)
  const locked = oldest && (await tx.accounts.lock(account.id))
  if (oldest === undefined || locked === undefined) return account
  await tx.tickets.drop(OBJECTED, account.id)
  const noticedAt = oldest.expiresAt - FORMER_ADDRESS_MS
  await undoSince(tx, source, locked, noticedAt, { keepsPassword: true })
  return (await tx.accounts.byId(account.id)) ?? account
}

// Addresses that left are told too, but cannot object: that would bring back what was taken back.
async function notifyUndone(
  tx: NotifyServices,
  source: RequestSource,
  before: Account,
  after: Account,
): Promise<void> {
  const all = [...recipientsOf(after), ...recipientsOf(before)]
  const recipients = all.filter(
    ({ address }, at) => all.findIndex((one) => one.address === address) === at,
  )
  await notifyOwner(tx, source, after, { kind: 'changes_undone', recipients })
}
