import type { LinkedAccountInfo } from '#protocol/objects.ts'
import { knownProviders } from '#protocol/providers.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { Call } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import type { LinkedAccount } from '../store/linked-account-repository.ts'
import type { LinkedAccounts } from './linked-accounts.ts'

/** Services that this module needs. */
export interface LinkedAccountInfoServices {
  accounts: Accounts
  linkedAccounts: LinkedAccounts
}

/** Connections as they travel to this application. */
export function describeLinkedAccount(
  context: Call<LinkedAccountInfoServices>,
  of: LinkedAccount,
): LinkedAccountInfo {
  const { accounts } = context.services
  const id = accounts.secIdOf(`${of.platform} ${of.sub}`, context.app.aid)
  return {
    platform: of.platform,
    platform_app_id: knownProviders[of.platform].appId,
    platform_screen_name: of.screenName,
    profile_image_url: of.avatar,
    platform_uid: of.sub,
    sec_platform_uid: id,
    open_id: id,
    modify_time: toSeconds(of.updatedAt),
    expires_in: 0,
    expired_time: 0,
    access_token: '',
  }
}

/** All connections of an account as they travel. */
export async function describeLinkedAccounts(
  context: Call<LinkedAccountInfoServices>,
  accountId: string,
): Promise<LinkedAccountInfo[]> {
  const all = await context.services.linkedAccounts.of(accountId)
  return all.map((one) => describeLinkedAccount(context, one))
}
