import type { User } from '#protocol/objects.ts'
import { toSeconds } from '../lib/clock.ts'
import { pickDetails } from '../store/profile-details.ts'
import { callingCode, formatMobile, maskEmail, maskMobile } from './recipients.ts'
import type { Account } from '../store/schema/accounts.ts'

export interface UserView {
  aid: number
  /** Id of the person for this application only. */
  secUserId: string
  avatarUrl: string
  backgroundUrl: string
  /** Whether the e-mail address is not masked; only for its owner, and where the application may know it. */
  showEmail: boolean
  /** Whether the mobile number is not masked; only for its owner. */
  showMobile: boolean
  isNew: boolean
  /** Session token for clients without cookies, otherwise empty. */
  sessionKey: string
  sessionExpiresAt: number
  redirectUrl: string | undefined
}

/** Returns an account in the form of the protocol. */
export function toUser(account: Account, view: UserView): User {
  const email = account.email ?? account.unverifiedEmail ?? ''
  const mobile = account.mobile ?? ''
  return {
    app_id: view.aid,
    user_id: Number(account.id),
    user_id_str: account.id,
    sec_user_id: view.secUserId,
    name: account.name,
    screen_name: account.name,
    user_unique_name: account.username ?? '',
    avatar_url: view.avatarUrl,
    bg_img_url: view.backgroundUrl,
    ...pickDetails(account),
    email: view.showEmail ? email : maskEmail(email),
    mobile: view.showMobile ? formatMobile(mobile) : maskMobile(mobile),
    country_code: callingCode(mobile),
    email_collected: account.email !== null,
    phone_collected: mobile !== '',
    has_password: account.passwordHash === null ? 0 : 1,
    locale: account.locale,
    new_user: view.isNew ? 1 : 0,
    user_create_time: toSeconds(account.createdAt),
    is_frozen: account.state === 'frozen' ? 1 : 0,
    is_visitor_account: false,
    is_employee: false,
    user_verified: false,
    passport_enterprise_user_type: 0,
    app_user_info: { user_unique_name: account.username ?? '' },
    session_key: view.sessionKey,
    session_expires_at: toSeconds(view.sessionExpiresAt),
    ...(view.redirectUrl === undefined ? {} : { redirect_url: view.redirectUrl }),
  }
}
