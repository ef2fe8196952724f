import type { LinkedAccountInfo, User } from '#protocol/objects.ts'
import { accountInfo } from '#protocol/web/login.ts'
import type { Send } from './send.ts'

/** An account at a provider that is linked to the person's. */
export interface LinkedAccount {
  provider: string
  /** Display name of the provider; empty for one that is no longer configured. */
  title: string
  /** Name of the person there. */
  name: string
}

export function toLinkedAccount(wire: LinkedAccountInfo): LinkedAccount {
  return {
    provider: wire.platform,
    title: wire.platform_title,
    name: wire.platform_screen_name,
  }
}

/** The account of the person who is signed in. */
export interface Account {
  accountId: string
  name: string
  username: string
  /** Addresses in full where the reply has them so; else masked. */
  email: string
  mobile: string
  /** Whether the address is proved. */
  isEmailProved: boolean
  isMobileProved: boolean
  hasPassword: boolean
  pictureUrl: string
  backgroundUrl: string
  description: string
  gender: number
  birthday: string
  locale: string
  linkedAccounts: readonly LinkedAccount[]
  /** Organization and membership in use; empty without one. */
  organizationId: string
  membershipId: string
}

export function toAccount(user: User): Account {
  return {
    accountId: user.sec_user_id,
    name: user.name,
    username: user.user_unique_name,
    email: user.email,
    mobile: user.mobile,
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
    organizationId: user.login_subject_uid ?? '',
    membershipId: user.user_identity_id ?? '',
  }
}

/** Returns the person who is signed in, with addresses in full on pages of the account server. */
export async function fetchAccount(send: Send): Promise<Account> {
  return toAccount(await send(accountInfo, { get_info_type: 2 }))
}

/** Where a sign-in leads: the organization that the session acts for, and the server's destination. */
export function toEntry(user: User): { organizationId: string; next: string | undefined } {
  return { organizationId: user.login_subject_uid ?? '', next: user.redirect_url }
}

/** What screens show of who is signed in. */
export interface Person {
  shownName: string
  pictureUrl: string
  email: string
  /** Whether the address waits for a proof. */
  isEmailOpen: boolean
}

export function toPerson(user: User): Person {
  return {
    shownName: user.screen_name || user.name || user.email || user.mobile,
    pictureUrl: user.avatar_url,
    email: user.email,
    isEmailOpen: user.email !== '' && !user.email_collected,
  }
}
