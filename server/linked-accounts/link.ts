import { titleOf } from '../providers/oauth-start.ts'
import type { Account } from '../store/account-repository.ts'
import { requireUsable } from '../accounts/accounts.ts'
import { isReservedName } from '../accounts/names.ts'
import { notifyOwner } from '../accounts/notify.ts'
import type { Context } from '../endpoints/handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Stores } from '../services/stores.ts'
import type { LinkedAccount } from '../store/linked-account-repository.ts'
import type { LinkOptions } from './linked-accounts.ts'
import type { Profile } from '../providers/provider-profile.ts'

/**
 * Links a third-party account to an account, notes it and tells the owner, and also whoever loses
 * it. Runs in the transaction of the caller. @throws as `Connections.link` does.
 */
export async function linkTo(
  context: Context,
  tx: Stores,
  accountId: string,
  profile: Profile,
  wishes: LinkOptions,
): Promise<LinkedAccount> {
  const { linkedAccounts } = context.services.providers
  const account = await lock(tx, accountId)
  const { connection, kicked, isNew } = await linkedAccounts.link(tx, accountId, profile, wishes)
  if (isNew) await tellOf(context, tx, account, connection, 'connection_added')
  if (kicked !== undefined) await tellOf(context, tx, kicked, connection, 'connection_removed')
  return connection
}

/** Takes the link to a third party off an account, notes it and tells the owner. */
export async function unlinkFrom(
  context: Context,
  tx: Stores,
  accountId: string,
  platform: LinkedAccount['platform'],
): Promise<void> {
  const account = await lock(tx, accountId)
  const removed = await context.services.providers.linkedAccounts.unlink(tx, account, platform)
  await tellOf(context, tx, account, removed, 'connection_removed')
}

/**
 * Makes the account of somebody whose third-party account nobody has. The proved e-mail address
 * there becomes theirs here. @throws registration_closed, has_registered where that address has an
 * account already: who owns it signs in there and links.
 */
export async function makeFrom(
  context: Context,
  tx: Stores,
  profile: Profile,
  name: string | undefined,
): Promise<Account> {
  const { accounts, config, providers } = context.services
  if (!context.app.settings.registration_open) throw new PassportError('registration_closed')
  const target = profile.isEmailVerified
    ? ({ channel: 'email', address: profile.email } as const)
    : undefined
  const account = await accounts.create(tx, {
    target,
    name: name ?? freeName(profile.name, config.PRODUCT_NAME),
    passwordHash: null,
    locale: context.language,
    aid: context.app.aid,
  })
  await providers.linkedAccounts.begin(tx, account.id, profile)
  await context.services.events.note(
    tx.events,
    context,
    'connection_added',
    account.id,
    profile.platform,
  )
  return account
}

async function lock(tx: Stores, accountId: string): Promise<Account> {
  const account = await tx.life.lock(accountId)
  if (account === undefined) throw new PassportError('session_expired')
  requireUsable(account)
  return account
}

function freeName(name: string, product: string): string | undefined {
  return name === '' || isReservedName(name, product) ? undefined : name
}

async function tellOf(
  context: Context,
  tx: Stores,
  account: Account,
  { platform, screenName }: LinkedAccount,
  kind: 'connection_added' | 'connection_removed',
): Promise<void> {
  const { events, outbox } = context.services
  await events.note(tx.events, context, kind, account.id, platform)
  const title = titleOf(context, platform)
  const address = screenName === '' ? title : `${title} (${screenName})`
  await notifyOwner(outbox, tx, account, kind, { address })
}
