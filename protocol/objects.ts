import { array, boolean, number, object, optional, type Infer } from 'superstruct'
import { flag, seconds, anyText } from './fields.ts'
import { profileReplies } from './profile-fields.ts'

/** An account at a third party that is linked to one here. */
export const linkedAccountInfo = object({
  platform: anyText,
  platform_app_id: number(),
  /** What the person is called there. */
  platform_screen_name: anyText,
  profile_image_url: anyText,
  /** Id of the person there. */
  platform_uid: anyText,
  /** The same for this application only. */
  sec_platform_uid: anyText,
  open_id: anyText,
  modify_time: seconds,
  /** Tokens of third parties are not kept: both are 0 and the token is empty. */
  expires_in: number(),
  expired_time: number(),
  access_token: anyText,
})

/** A linked third-party account on the wire. */
export type LinkedAccountInfo = Infer<typeof linkedAccountInfo>

/** A person, as every sign-in, registration and account query answers it. */
export const user = object({
  app_id: number(),
  /** 53-bit number, exact in JSON; `user_id_str` is the same as text. */
  user_id: number(),
  user_id_str: anyText,
  /** Id of the person for this application only. */
  sec_user_id: anyText,
  ...profileReplies,
  screen_name: anyText,
  avatar_url: anyText,
  bg_img_url: anyText,
  /** Masked, unless the owner asked with `get_info_type=2`. */
  email: anyText,
  /** Always masked. */
  mobile: anyText,
  country_code: number(),
  /** Whether the address was proved; one that was not can only sign in by password. */
  email_collected: boolean(),
  phone_collected: boolean(),
  has_password: flag,
  /** 1 on the reply that made the account. */
  new_user: flag,
  user_create_time: seconds,
  is_frozen: flag,
  is_visitor_account: boolean(),
  is_employee: boolean(),
  user_verified: boolean(),
  passport_enterprise_user_type: number(),
  app_user_info: object({ user_unique_name: anyText }),
  /** Where cookies cannot be kept (`account_sdk_source=app`) the session id; otherwise empty. */
  session_key: anyText,
  session_expires_at: seconds,
  /** Linked third-party accounts. */
  connects: optional(array(linkedAccountInfo)),
  redirect_url: optional(anyText),
  /** Where somebody acts for an enterprise account: which, and as which identity of theirs. */
  sec_subject_uid: optional(anyText),
  login_subject_uid: optional(anyText),
  user_identity_id: optional(anyText),
})

/** A person on the wire. */
export type User = Infer<typeof user>

/**
 * One of the identities of a person: their own, with 0 for both ids, or one in an enterprise account.
 */
export const membershipInfo = object({
  /** Id of the identity for this application only. */
  sec_member_id: anyText,
  /** Enterprise account. */
  subject_uid: anyText,
  user_identity_id: anyText,
  subject_name: anyText,
  logo_url: anyText,
  /** What the person is called there. */
  deputy_name: anyText,
  is_frozen: flag,
  /** 1 for the identity of the session that asks. */
  current: flag,
})

/** An identity on the wire. */
export type MembershipInfo = Infer<typeof membershipInfo>

/** One of the caller's sessions; the id is a handle, not the cookie. */
export const sessionInfo = object({
  session_id: anyText,
  /** 1 for the session that asked. */
  current: flag,
  /** Browser and system in words, such as `Firefox on Windows`. */
  device: anyText,
  /** Address without its last part, enough to recognise a place. */
  address: anyText,
  created_at: seconds,
  last_seen_at: seconds,
  expires_at: seconds,
})

/** A session on the wire. */
export type SessionInfo = Infer<typeof sessionInfo>

/** Something that happened to an account. */
export const securityEvent = object({
  event_id: anyText,
  /** What happened, such as `signed_in` or `password_changed`. */
  kind: anyText,
  /** How: the operation, the platform of a connection, or `operator`. */
  by: anyText,
  app_id: number(),
  device: anyText,
  /** Address without its last part. */
  address: anyText,
  created_at: seconds,
})

/** What a call answers that has nothing to say. */
export const nothing = object({})
