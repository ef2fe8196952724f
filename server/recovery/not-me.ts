import { create } from 'superstruct'
import type { Undone } from '#protocol/undone.ts'
import { objectionData } from '../accounts/objection.ts'
import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { readRecipient } from '../accounts/recipients.ts'
import { restoreAddress } from '../addresses/restore-address.ts'
import type { RequestSource } from '../calls/call.ts'
import { endAccess } from '../sessions/end-access.ts'
import { FORMER_ADDRESS_MS } from '../store/former-address-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import { OBJECTION } from '../tickets/tickets.ts'
import { rememberObjection, undoSince } from './undo.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Ticket } from '../store/schema/proofs.ts'
import type { Services } from '../services/services.ts'

/** Result of objecting to a notice; `undone` is what else was taken back. */
export type Objection =
  | { outcome: 'expired' }
  /** `former` belongs to another account now. */
  | { outcome: 'taken'; former: Recipient; sessions: number; undone: Undone[] }
  | { outcome: 'secured'; former: Recipient | undefined; sessions: number; undone: Undone[] }

/** Returns the address that objecting would put back, if any; undefined for an expired ticket. */
export async function findObjection(
  { tickets }: Services,
  aid: number,
  token: string,
): Promise<{ former: Recipient | undefined } | undefined> {
  const ticket = await tickets.peek(OBJECTION, aid, token)
  return ticket && { former: formerOf(ticket) }
}

/**
 * Uses the link of a notice: puts the former address back, ends all access, makes the password
 * useless, so that its owner has to set a new one, and takes back what was added since the notice.
 */
export async function objectTo(
  { transaction }: Services,
  source: RequestSource,
  token: string,
): Promise<Objection> {
  return await transaction(async (tx) => {
    const ticket = await tx.tickets.use(OBJECTION, source.app.aid, token)
    const account = ticket && (await tx.accounts.lock(ticket.holder))
    if (ticket === undefined || account === undefined) return { outcome: 'expired' }
    const noticedAt = ticket.expiresAt - FORMER_ADDRESS_MS
    const former = formerOf(ticket)
    const isRestored = former === undefined || (await restoreAddress(tx, source, account, former))
    const sessions = await endAccess(tx, account)
    await tx.trustedDevices.forget(account.id)
    await tx.events.note(source, 'signed_out_everywhere', account.id)
    // The address is another account's now, so no code can reach the person: they need the password.
    if (isRestored) await tx.accounts.setPassword(account.id, null)
    if (isRestored && former !== undefined) {
      // Links of later notices went to whoever took the account over.
      await tx.tickets.dropLater(OBJECTION, account.id, ticket.expiresAt)
      await notifyRestored(tx, source, account, former)
    }
    const present = (await tx.accounts.byId(account.id)) ?? account
    const undone = await undoSince(tx, source, present, noticedAt, { keepsPassword: true })
    await rememberObjection(tx, source, account.id, noticedAt)
    return isRestored
      ? { outcome: 'secured', former, sessions, undone }
      : { outcome: 'taken', former, sessions, undone }
  })
}

// The replaced address gets a message too.
async function notifyRestored(
  tx: NotifyServices,
  source: RequestSource,
  account: Account,
  former: Recipient,
): Promise<void> {
  const restored = recipientsOf({ ...account, [former.channel]: former.address })
  const replaced = recipientsOf(account).filter(
    ({ channel, address }) => channel === former.channel && address !== former.address,
  )
  await notifyOwner(tx, source, account, {
    kind: 'address_restored',
    recipients: [...restored, ...replaced],
    about: former,
  })
}

function formerOf({ data }: Ticket): Recipient | undefined {
  return readRecipient(create(data, objectionData))
}
