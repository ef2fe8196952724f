import { array, enums, number, object, optional, type Infer } from 'superstruct'
import { anyText, flag, seconds } from './fields.ts'
import { infos, clientRules } from './organization-fields.ts'

/** Organization, as replies contain it. */
export const organization = object({
  subject_uid: anyText,
  /** The same id, different in every application. */
  sec_subject_uid: anyText,
  subject_name: anyText,
  base_infos: infos,
  /** Empty for members who may not change them. */
  detail_infos: infos,
  is_frozen: flag,
  create_time: seconds,
  /** Membership of the manager. */
  owner_identity_id: anyText,
  deputy_count: number(),
  /** End of the days after a hand-over in which it cannot be deleted or handed over; 0 without them. */
  hold_until: seconds,
})

/** Organization on the wire. */
export type OrganizationInfo = Infer<typeof organization>

/** Member of an organization, as its other members see them. */
export const member = object({
  /** Id of the membership. */
  deputy_identity_id: anyText,
  user_identity_id: anyText,
  /** The same id, different in every application. */
  sec_user_identity_id: anyText,
  sec_user_id: anyText,
  /** Id for handing the organization over. */
  sec_member_id: anyText,
  deputy_name: anyText,
  login_subject_uid: anyText,
  is_frozen: flag,
  /** `invited`, `active` or `frozen`. */
  status: anyText,
  /** Keys of the roles; the manager has `manager` first. */
  roles: array(anyText),
  /** Address that was invited; empty for those who may not change members. */
  mobile: anyText,
  email: anyText,
  external_id: anyText,
  create_time: seconds,
  /** 0 for never. */
  last_login_time: seconds,
})

/** Member on the wire. */
export type MemberInfo = Infer<typeof member>

/** Rules of an organization, as replies contain them. */
export const organizationPolicy = object({
  /** Hours after the authentication in which a session is valid; 0 for the limit of the server. */
  session_hours: number(),
  /** Minutes without a call after which a session ends; 0 for the limit of the server. */
  idle_minutes: number(),
  /** `off`, `new_device` or `always`. */
  second_verification: anyText,
  /** Allowed ways to sign in. */
  methods: array(anyText),
  /** 1 if only addresses in proved domains are invited. */
  invite_domains_only: flag,
  /** 1 if people with an address in a proved domain are offered to join. */
  join_by_domain: flag,
  programs: enums(clientRules),
  /** Assurance level that sessions of members must reach; absent from older instances, as the two below. */
  required_level: optional(number()),
  /** Numbers of members who have nothing yet that reaches level 2, and 3. */
  below_level_2: optional(number()),
  below_level_3: optional(number()),
  /** 1 if these rules end the session of the caller. */
  ends_session: flag,
})

/** Rules of an organization on the wire. */
export type OrganizationPolicyInfo = Infer<typeof organizationPolicy>

/** Domain of an organization, as replies contain it. */
export const organizationDomain = object({
  domain: anyText,
  /** `pending` or `verified`. */
  state: anyText,
  /** Local part of the address that got the code; empty where none was sent. */
  mailbox: anyText,
  /** Name and text of the TXT record that proves it as well; empty once it is verified. */
  record_name: anyText,
  record_text: anyText,
  /** Seconds until another code can be sent. */
  retry_time: seconds,
  /** 0 while it is pending. */
  verify_time: seconds,
})

/** Domain on the wire. */
export type OrganizationDomainInfo = Infer<typeof organizationDomain>

/** Entry of the record of an organization. */
export const organizationEvent = object({
  event_id: anyText,
  time: seconds,
  kind: anyText,
  /** Membership of who did it, `operator`, or empty for who was invited. */
  actor: anyText,
  actor_name: anyText,
  /** Membership, invitation or role that was changed, or permission that was lacking; empty for the organization. */
  target: anyText,
  target_name: anyText,
  /** JSON object with the facts of the event. */
  detail: anyText,
  aid: number(),
  device: anyText,
  /** Shortened network address. */
  address: anyText,
})

/** Entry of the record of an organization on the wire. */
export type OrganizationEventInfo = Infer<typeof organizationEvent>

/** Role, as replies contain it. */
export const role = object({
  role_key: anyText,
  role_name: anyText,
  permissions: array(anyText),
  description: anyText,
  subject_uid: anyText,
  is_builtin: flag,
  is_banned: flag,
  user_count: number(),
})

/** Role on the wire. */
export type RoleInfo = Infer<typeof role>

/** A member with the keys of their roles. */
export const userRole = object({
  identity_id: anyText,
  name: anyText,
  sec_user_identity_id: anyText,
  roles: array(anyText),
})

/** Roles of a member on the wire. */
export type UserRole = Infer<typeof userRole>

/** Effect of a change, or with `dry_run=1` its preview. */
export const changed = object({
  /** Number of memberships that changed. */
  updated: number(),
  /** Sessions that end. */
  sessions: optional(number()),
  /** 1 if nothing was changed because of `dry_run=1`. */
  dry_run: flag,
})

/** Invitation, as those who invite see it. */
export const invitation = object({
  invite_id: anyText,
  /** Id of the membership that it becomes. */
  deputy_identity_id: anyText,
  deputy_name: anyText,
  next_url: anyText,
  /** Only in the reply of the call that made it, and never for `lark`. */
  link: optional(anyText),
  /** `email`, `mobile` or `lark`. */
  channel: anyText,
  /** Address; empty for a draft. */
  target: anyText,
  roles: array(anyText),
  /** `draft`, `pending`, `expired`, `accepted`, `declined` or `cancelled`. */
  status: anyText,
  inviter_name: anyText,
  create_time: seconds,
  expire_time: seconds,
  resend_count: number(),
  /** Seconds until it can be sent again. */
  retry_time: seconds,
})

/** Invitation on the wire. */
export type InvitationInfo = Infer<typeof invitation>

/** Invitation, as the person who is invited sees it. */
export const invitationCheck = object({
  /** Id of the organization, if the session is of a member; otherwise empty. */
  subject_uid: anyText,
  subject_name: anyText,
  logo_url: anyText,
  /** Domain of the address, if the organization has proved it; otherwise empty. */
  verified_domain: anyText,
  inviter_name: anyText,
  deputy_name: anyText,
  channel: anyText,
  /** Address, masked for all but its owner. */
  target: anyText,
  status: anyText,
  roles: array(anyText),
  next_url: anyText,
  expire_time: seconds,
  need_code: flag,
  need_password: flag,
  is_registered: flag,
  /** 1 if the session is of somebody who does not own the address. */
  is_other: flag,
})

/** Reply of `invitation_check`. */
export type InvitationCheck = Infer<typeof invitationCheck>
