import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { RequestSource } from '../calls/call.ts'
import type { NoticedEvent } from '../events/event-rules.ts'
import type { Events } from '../events/events.ts'
import type { Account } from '../store/schema/accounts.ts'
import type { Services } from '../services/services.ts'

/** Events of a client that the owner of the account is told of. */
export type ClientEvent = Extract<NoticedEvent, `program_${string}`>

/** Records that a client gained or lost access, and mails the owner of the account. */
export async function noteClientEvent(
  tx: NotifyServices & { events: Pick<Events, 'note'> },
  source: RequestSource,
  account: Account,
  event: ClientEvent,
  name: string,
): Promise<void> {
  await tx.events.note(source, event, account.id, name)
  const recipients = recipientsOf(account).filter(({ channel }) => channel === 'email')
  await notifyOwner(tx, source, account, { event, details: { program: name }, recipients })
}

/**
 * Ends all tokens issued from a code or refresh token that was used twice; the consent stays.
 * A refresh token used twice may be stolen, so the owner gets a mail.
 */
export async function endReused(
  { transaction }: Services,
  source: RequestSource,
  kind: string,
  hash: string,
): Promise<void> {
  await transaction(async (tx) => {
    const grantId = await tx.oauthTokens.endOf(kind, hash)
    if (grantId === undefined || kind !== 'RefreshToken') return
    const grant = await tx.oauthGrants.find(grantId)
    const account = grant && (await tx.accounts.byId(grant.accountId))
    const client = grant && (await tx.oauthClients.find(grant.clientId))
    if (account === undefined || client === undefined) return
    await noteClientEvent(tx, source, account, 'program_token_reused', client.name)
  })
}
