import type { LinkedAccountInfo, User } from '#protocol/objects.ts'
import { methodWireNames } from '#protocol/sign-in-methods.ts'
import { cancelRecovery } from '#protocol/web/account-recovery.ts'
import { accountInfo } from '#protocol/web/login.ts'
import type { TwoStepMethod } from '../second-verify.ts'
import type { Send } from './send.ts'

/** Returns an account at a provider that is linked to the person's. */
export function toLinkedAccount(wire: LinkedAccountInfo) {
  return {
    provider: wire.platform,
    /** Display name of the provider; empty for one that is no longer configured. */
    title: wire.platform_title,
    /** Name of the person there. */
    name: wire.platform_screen_name,
  }
}

/** The account of the person who is signed in. */
export type Account = ReturnType<typeof toAccount>

export function toAccount(user: User) {
  return {
    accountId: user.sec_user_id,
    /** Their own, also while they act for an organization under another. */
    name: user.own_name ?? user.name,
    username: user.user_unique_name,
    /** Addresses in full where the reply has them so; else masked. */
    email: user.email,
    mobile: user.mobile,
    /** Whether the address is proved. */
    isEmailProved: user.email_collected,
    isMobileProved: user.phone_collected,
    hasPassword: user.has_password === 1,
    pictureUrl: user.avatar_url,
    backgroundUrl: user.bg_img_url,
    description: user.description,
    gender: user.gender,
    birthday: user.birthday,
    locale: user.locale,
    linkedAccounts: (user.connects ?? []).map(toLinkedAccount),
    /** Organization and membership in use; empty without one. */
    organizationId: user.login_subject_uid ?? '',
    membershipId: user.user_identity_id ?? '',
    /** When account recovery opens the account, in seconds; undefined where none is under way. */
    recoveryReadyAt: user.recovery_ready_at,
    /** Methods that a step-up takes, where the account demands more than any of its own. */
    stepUpWays: methodWireNames.filter(
      (way): way is TwoStepMethod['way'] =>
        way !== 'passkey_verify' && user.step_up_ways?.includes(way) === true,
    ),
  }
}

/** Returns the person who is signed in, with addresses in full on pages of the account server. */
export function fetchUser(send: Send) {
  return send(accountInfo, { get_info_type: 2 })
}

/** The same in the names of this client. */
export async function fetchAccount(send: Send) {
  return toAccount(await fetchUser(send))
}

/** Ends a recovery of the account that is under way. */
export async function cancelAccountRecovery(send: Send): Promise<void> {
  await send(cancelRecovery, {})
}
