import { isPlain } from '#protocol/organization-fields.ts'
import { lockUsable } from '../accounts/lock-usable.ts'
import { isReservedName, productNamesOf, type ProductNames } from '../names/names.ts'
import { notifyOwner } from '../accounts/notify.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Profile } from '../providers/provider-profile.ts'
import type { Services } from '../services/services.ts'
import type { LinkOptions } from '../linked-accounts/linked-accounts.ts'
import type { Account, LinkedAccount } from '../store/schema/accounts.ts'

/**
 * Links a provider's account to an account and notifies the owner, and the previous owner if any.
 * @throws session_expired, and what `requireUsable` and `LinkedAccounts.link` throw
 */
export async function linkAccount(
  context: Call<Services>,
  tx: Services,
  accountId: string,
  profile: Profile,
  options: LinkOptions,
): Promise<LinkedAccount> {
  const owner = await tx.linkedAccounts.find(profile.platform, profile.sub)
  const account = await lockUsable(tx, accountId, owner?.accountId)
  const { linkedAccount, previousOwner, isNew } = await tx.linkedAccounts.link(
    accountId,
    profile,
    options,
  )
  if (isNew) await notify(context, tx, account, linkedAccount, 'connection_added')
  if (previousOwner !== undefined) {
    await notify(context, tx, previousOwner, linkedAccount, 'connection_removed')
  }
  return linkedAccount
}

/** Unlinks a provider and notifies the owner. @throws binding_not_exist, last_binding */
export async function unlinkProvider(
  context: Call<Services>,
  tx: Services,
  accountId: string,
  platform: LinkedAccount['provider'],
): Promise<void> {
  const account = await lockUsable(tx, accountId)
  const removed = await tx.linkedAccounts.unlink(account, platform)
  await notify(context, tx, account, removed, 'connection_removed')
}

/**
 * Creates an account from a profile that is not linked yet, with the profile's verified address.
 * @throws registration_closed, has_registered if that address belongs to an account
 */
export async function registerFromProfile(
  context: Call<Services>,
  tx: Services,
  profile: Profile,
  name: string | undefined,
): Promise<Account> {
  const { config } = context.services
  if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
  const recipient = profile.isEmailVerified
    ? ({ channel: 'email', address: profile.email } as const)
    : undefined
  const account = await tx.accounts.create({
    recipient,
    name: name ?? allowedName(profile.name, productNamesOf(config, context.app)),
    passwordHash: null,
    locale: context.language,
    aid: context.app.aid,
  })
  await tx.linkedAccounts.begin(account.id, profile)
  await tx.events.note(context, 'connection_added', account.id, profile.platform)
  return account
}

function allowedName(name: string, productNames: ProductNames): string | undefined {
  return name === '' || isReservedName(name, productNames) ? undefined : name
}

async function notify(
  context: Call<Services>,
  tx: Services,
  account: Account,
  { provider, screenName }: LinkedAccount,
  event: 'connection_added' | 'connection_removed',
): Promise<void> {
  await tx.events.note(context, event, account.id, provider)
  const title = tx.providers.titleOf(provider)
  // Who linked the account chose its name.
  const address = screenName === '' || !isPlain(screenName) ? title : `${title} (${screenName})`
  await notifyOwner(tx, context, account, { event, details: { address } })
}
