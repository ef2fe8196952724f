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

/** What a person is told of programs, besides an event. */
export type ProgramNotice = Extract<
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

/** Mails the owner of an account what a program has got, or lost. */
export async function notifyOfProgram(
  tx: NotifyServices,
  source: RequestSource,
  account: Account,
  kind: ProgramNotice,
  program: string,
): Promise<void> {
  const recipients = recipientsOf(account).filter(({ channel }) => channel === 'email')
  await notifyOwner(tx, source, account, { kind, details: { program }, recipients })
}

/**
 * Ends all that came of a code or refresh token which was shown again; what the person decided
 * stays. A refresh token shown again may be stolen, which they are told once.
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
    await notifyOfProgram(tx, source, account, 'program_token_reused', client.name)
  })
}
