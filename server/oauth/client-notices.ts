import { notifyOwner, type NotifyServices } from '../accounts/notify.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { RequestSource } from '../calls/call.ts'
import type { MessageKind } from '../delivery/messages/messages.ts'
import type { Events } from '../events/events.ts'
import type { Account } from '../store/account-repository.ts'
import type { OAuthClientRepository } from '../store/oauth-client-repository.ts'
import type { OAuthGrantRepository } from '../store/oauth-grant-repository.ts'
import type { OAuthTokenRepository } from '../store/oauth-token-repository.ts'
import type { Transaction } from '../store/transaction.ts'

/** Mails to a person about a client. */
export type ClientNotice = Extract<
  MessageKind,
  'program_allowed' | 'program_extended' | 'program_token_reused'
>

/** Services that ending a stolen token needs. */
export interface ReuseServices extends NotifyServices {
  accounts: { byId(id: string): Promise<Account | undefined> }
  events: Pick<Events, 'note'>
  oauthClients: Pick<OAuthClientRepository, 'find'>
  oauthGrants: Pick<OAuthGrantRepository, 'find'>
  oauthTokens: Pick<OAuthTokenRepository, 'endOf'>
  transaction: Transaction<ReuseServices>
}

/** Mails the owner of an account that a client gained or lost access. */
export async function notifyOfClient(
  tx: NotifyServices,
  source: RequestSource,
  account: Account,
  kind: ClientNotice,
  name: string,
): Promise<void> {
  const recipients = recipientsOf(account).filter(({ channel }) => channel === 'email')
  await notifyOwner(tx, source, account, { kind, details: { program: name }, recipients })
}

/**
 * Ends all tokens issued from a code or refresh token that was used twice; the consent stays.
 * A refresh token used twice may be stolen, so the owner gets a mail.
 */
export async function endReused(
  { transaction }: ReuseServices,
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
    await tx.events.note(source, 'program_token_reused', account.id, client.name)
    await notifyOfClient(tx, source, account, 'program_token_reused', client.name)
  })
}
