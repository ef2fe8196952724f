import { array, boolean, number, object, optional, type Infer } from 'superstruct'
import { flag, seconds, anyText } from './fields.ts'
import { profileReplies } from './profile-fields.ts'

/** Linked account, as replies contain it. */
export const linkedAccountInfo = object({
  platform: anyText,
  platform_app_id: number(),
  /** Display name of the provider; empty for one that is no longer configured. */
  platform_title: anyText,
  /** Display name at the provider. */
  platform_screen_name: anyText,
  profile_image_url: anyText,
  /** Id of the person at the provider. */
  platform_uid: anyText,
  /** The same id, different in every application. */
  sec_platform_uid: anyText,
  open_id: anyText,
  modify_time: seconds,
  /** Provider tokens are not stored: both times are 0 and the token is empty. */
  expires_in: number(),
  expired_time: number(),
  access_token: anyText,
})

/** Linked account on the wire. */
export type LinkedAccountInfo = Infer<typeof linkedAccountInfo>

/** Account, as replies to sign-in, registration and account queries contain it. */
export const user = object({
  app_id: number(),
  /** At most 53 bits, so JSON numbers are exact; `user_id_str` is the same as text. */
  user_id: number(),
  user_id_str: anyText,
  /** Id of the account, different in every application. */
  sec_user_id: anyText,
  ...profileReplies,
  screen_name: anyText,
  /** The person's own name, where `name` is that in the organization for which they act. */
  own_name: optional(anyText),
  avatar_url: anyText,
  bg_img_url: anyText,
  /** Masked unless the owner sent `get_info_type=2`. */
  email: anyText,
  /** As `138****8000`; with country code and spaces if a page of the server's own site asked for all. */
  mobile: anyText,
  country_code: number(),
  /** Whether the address is proved; an unproved one signs in only with the password. */
  email_collected: boolean(),
  phone_collected: boolean(),
  has_password: flag,
  /** 1 in the reply of the call that created the account. */
  new_user: flag,
  user_create_time: seconds,
  is_frozen: flag,
  is_visitor_account: boolean(),
  is_employee: boolean(),
  user_verified: boolean(),
  passport_enterprise_user_type: number(),
  app_user_info: object({ user_unique_name: anyText }),
  /** Session token for clients without cookies (`account_sdk_source=app`), otherwise empty. */
  session_key: anyText,
  session_expires_at: seconds,
  connects: optional(array(linkedAccountInfo)),
  redirect_url: optional(anyText),
  /** Organization and membership in use, if any. */
  sec_subject_uid: optional(anyText),
  login_subject_uid: optional(anyText),
  user_identity_id: optional(anyText),
  /** `verify_way` of the methods that a step-up takes, for `account_info`; absent where each of the account is enough. */
  step_up_ways: optional(array(anyText)),
  /** When account recovery opens the account, for `account_info`; absent where none is under way. */
  recovery_ready_at: optional(seconds),
})

/** Account on the wire. */
export type User = Infer<typeof user>

/** Membership, or the person themself with 0 for both ids. */
export const membershipInfo = object({
  /** Id of the membership, different in every application. */
  sec_member_id: anyText,
  /** Id of the organization. */
  subject_uid: anyText,
  user_identity_id: anyText,
  subject_name: anyText,
  /** Name with what tells it apart, where another organization in the list has the same name. */
  subject_label: optional(anyText),
  logo_url: anyText,
  /** Display name of the membership. */
  deputy_name: anyText,
  is_frozen: flag,
  /** 1 for the membership of the calling session. */
  current: flag,
})

/** Membership on the wire. */
export type MembershipInfo = Infer<typeof membershipInfo>

/** Session of the caller; the id is not the token in the cookie. */
export const sessionInfo = object({
  session_id: anyText,
  /** 1 for the calling session. */
  current: flag,
  /** Name that the person gave the device; empty for none. */
  name: anyText,
  /** Browser and system, such as `Firefox on Windows`. */
  device: anyText,
  /** IP address without its last part. */
  address: anyText,
  created_at: seconds,
  last_seen_at: seconds,
  expires_at: seconds,
})

/** Session on the wire. */
export type SessionInfo = Infer<typeof sessionInfo>

/** Security event, as replies contain it. */
export const securityEvent = object({
  event_id: anyText,
  /** Kind of event, such as `signed_in` or `password_changed`. */
  kind: anyText,
  /** Cause: the operation, the provider of a linked account, the name of an application or organization, the former name, or `operator`. */
  by: anyText,
  app_id: number(),
  device: anyText,
  /** IP address without its last part. */
  address: anyText,
  created_at: seconds,
})

/** A thing that an account proves its owner with. */
export const methodInfo = object({
  id: anyText,
  /** `totp_verify` for an authenticator app, `passkey_verify` for a passkey. */
  method: anyText,
  name: anyText,
  created_at: seconds,
  /** 0 for never. */
  last_used_at: seconds,
  /** Who keeps a passkey, such as `iCloud Keychain`; empty where that is not known. */
  provider: anyText,
  /** 1 for a passkey that is on several devices of the person. */
  is_synced: flag,
  /** 1 for a passkey of which there seems to be a copy: it does not work until `passkey_confirm`. */
  is_suspect: flag,
})

export type MethodInfo = Infer<typeof methodInfo>

/** A browser that is not asked for a second proof at sign-in. */
export const rememberedBrowser = object({
  id: anyText,
  /** Browser and system, such as `Firefox on Windows`. */
  device: anyText,
  created_at: seconds,
  /** 0 for never. */
  last_used_at: seconds,
  expires_at: seconds,
})

/** Empty reply data. */
export const nothing = object({})
