import { create } from 'superstruct'
import { objectionData, OBJECTION } from '../accounts/objection.ts'
import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import { readRecipient } from '../accounts/recipients.ts'
import { restoreAddress, type RestoreAddressServices } from '../addresses/restore-address.ts'
import type { RequestSource } from '../calls/call.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Account } from '../store/account-repository.ts'
import type { OAuthTokenRepository } from '../store/oauth-token-repository.ts'
import type { Recipient } from '../store/recipient.ts'
import type { Ticket } from '../store/ticket-repository.ts'
import type { Transaction } from '../store/transaction.ts'
import { revokeResetTickets } from '../two-step/proof-tickets.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'

export interface NotMeServices extends NotifyServices, RestoreAddressServices {
  oauthTokens: Pick<OAuthTokenRepository, 'endAllOf'>
  sessions: Sessions
  trustedDevices: TrustedDevices
  transaction: Transaction<NotMeServices>
}

/** Result of objecting to a notice. */
export type Objection =
  | { outcome: 'expired' }
  /** `former` belongs to another account now. */
  | { outcome: 'taken'; former: Recipient; sessions: number }
  | { outcome: 'secured'; former: Recipient | undefined; sessions: number }

/** Returns the address that objecting would put back, if any; undefined for an expired ticket. */
export async function findObjection(
  { tickets }: NotMeServices,
  aid: number,
  token: string,
): Promise<{ former: Recipient | undefined } | undefined> {
  const ticket = await tickets.peek(OBJECTION, aid, token)
  return ticket && { former: formerOf(ticket) }
}

/**
 * Uses the link of a notice: puts the former address back, ends all access and makes the password
 * useless, so that its owner has to set a new one.
 */
export async function objectTo(
  { transaction }: NotMeServices,
  source: RequestSource,
  token: string,
): Promise<Objection> {
  return await transaction(async (tx) => {
    const ticket = await tx.tickets.use(OBJECTION, source.app.aid, token)
    const account = ticket && (await tx.accounts.lock(ticket.holder))
    if (ticket === undefined || account === undefined) return { outcome: 'expired' }
    const former = formerOf(ticket)
    const isRestored = former === undefined || (await restoreAddress(tx, source, account, former))
    const sessions = await endAllAccess(tx, account)
    await tx.events.note(source, 'signed_out_everywhere', account.id)
    // The address is another account's now, so no code can reach the person: they need the password.
    if (!isRestored) return { outcome: 'taken', former, sessions }
    await tx.accounts.setPassword(account.id, null)
    if (former !== undefined) {
      // Links of later notices went to whoever took the account over.
      await tx.tickets.dropLater(OBJECTION, account.id, ticket.expiresAt)
      await notifyRestored(tx, source, account, former)
    }
    return { outcome: 'secured', former, sessions }
  })
}

/** Ends sessions, trust in devices and resets under way; returns how many sessions ended. */
export async function endAllAccess(
  tx: Pick<NotMeServices, 'oauthTokens' | 'sessions' | 'tickets' | 'trustedDevices'>,
  { id }: Account,
): Promise<number> {
  await tx.trustedDevices.forget(id)
  await revokeResetTickets(tx, id)
  const count = await tx.sessions.endAll(id)
  await tx.oauthTokens.endAllOf(id)
  return count
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
