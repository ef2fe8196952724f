import type { LinkedAccountInfo } from '#protocol/objects.ts'
import { knownProviders } from '#protocol/providers.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { toSeconds } from '../lib/clock.ts'
import type { Providers } from '../providers/providers.ts'
import type { LinkedAccounts } from './linked-accounts.ts'
import type { LinkedAccount } from '../store/schema/accounts.ts'

export interface LinkedAccountInfoServices {
  accounts: Accounts
  linkedAccounts: LinkedAccounts
  providers: Providers
}

/** For whom linked accounts are described. */
interface LinkedAccountContext {
  services: LinkedAccountInfoServices
  app: { aid: number }
}

/** Returns a linked account in the form of the protocol. */
export function describeLinkedAccount(
  context: LinkedAccountContext,
  { provider, sub, screenName, avatar, updatedAt }: LinkedAccount,
): LinkedAccountInfo {
  const { accounts, providers } = context.services
  const offered = providers.all.find(({ config }) => config.name === provider)
  const id = accounts.secIdOf(`${provider} ${sub}`, context.app.aid)
  return {
    platform: provider,
    platform_app_id: knownProviders[provider].appId,
    platform_title: offered?.config.title ?? '',
    platform_screen_name: screenName,
    profile_image_url: avatar,
    platform_uid: sub,
    sec_platform_uid: id,
    open_id: id,
    modify_time: toSeconds(updatedAt),
    expires_in: 0,
    expired_time: 0,
    access_token: '',
  }
}

/** Returns all linked accounts of an account in the form of the protocol. */
export async function describeLinkedAccounts(
  context: LinkedAccountContext,
  accountId: string,
): Promise<LinkedAccountInfo[]> {
  const all = await context.services.linkedAccounts.of(accountId)
  return all.map((one) => describeLinkedAccount(context, one))
}
