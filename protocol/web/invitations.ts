import { array, enums, max, min, object, optional, size, string } from 'superstruct'
import { organizationEndpoint } from '../organization-endpoint.ts'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import {
  anyText,
  code,
  email,
  flag,
  mobile,
  next,
  password,
  removableText,
  text,
  ticket,
  wholeNumber,
} from '../fields.ts'
import { listOf, paging } from '../lists.ts'
import { nothing, user } from '../objects.ts'
import {
  actingErrors,
  bulkRows,
  id,
  idList,
  larkOpenId,
  plainName,
  roleKeys,
  searchText,
} from '../organization-fields.ts'
import { invitation, invitationCheck } from '../organization-objects.ts'

const newInvitation = {
  deputy_name: plainName,
  /** A draft of `deputy_create`, whose roles count where none are sent. */
  deputy_identity_id: optional(id),
  /** Roles besides `member`. */
  roles: optional(roleKeys),
  next_url: next,
  expire_days: optional(min(max(wholeNumber, 30), 1)),
  external_id: optional(text(128)),
}

const createErrors = [
  ...actingErrors,
  'text_refused',
  'exceeds_own_rights',
  'not_in_organization',
  'already_member',
  'invitation_pending',
  'invitation_limit',
  'invitations_stopped',
  'policy_refused',
  'code_send_error',
] as const

export const createInvitationByEmail = organizationEndpoint({
  operation: 'invitation_create_by_email',
  description:
    'Invites an e-mail address into the organization (`invite.create`) and mails a link, which is valid for `expire_days`, by default 7. The link alone proves nothing: who accepts has to prove the address.',
  paths: { aff: ['invitation/create_by_email'] },
  fields: { ...newInvitation, email },
  sensitive: ['email', 'deputy_name'],
  reply: invitation,
  errors: createErrors,
})

export const createInvitationByMobile = organizationEndpoint({
  operation: 'invitation_create_by_mobile',
  description: 'Invites a mobile number, like `invitation_create_by_email`.',
  paths: { aff: ['invitation/create_by_mobile'] },
  fields: { ...newInvitation, mobile },
  sensitive: ['mobile', 'deputy_name'],
  reply: invitation,
  errors: createErrors,
})

export const createInvitationByLark = organizationEndpoint({
  operation: 'invitation_create_by_lark',
  description:
    'Invites a person at Lark by their `open_id` in the app of the operator, who gets the link as a message there. The reply has no link: having it proves who they are, and they accept as whoever is signed in. `platform_unavailable` where the operator has no app at Lark.',
  paths: { aff: ['invitation/create_by_lark'] },
  fields: { ...newInvitation, lark_open_id: larkOpenId },
  sensitive: ['lark_open_id', 'deputy_name'],
  reply: invitation,
  errors: [...createErrors, 'platform_unavailable'],
})

export const createInvitationsInBulk = organizationEndpoint({
  operation: 'invitation_create_bulk',
  description:
    'Invites up to 200 addresses (`invite.create`), each on its own: a row that is refused stops no other. `rows` is a JSON list of objects with `row`, `email` or `mobile`, `deputy_name`, `roles` and `external_id`. Rows that are members or invited already are skipped, so the call may be repeated. `dry_run=1` sends nothing, and foresees the limit of the day: a list in several calls sends each `foreseen` with the next.',
  paths: { aff: ['invitation/create_bulk'] },
  fields: {
    rows: bulkRows,
    next_url: next,
    dry_run: flag,
    /** Invitations that earlier dry runs of the same list have counted. */
    foreseen: min(max(wholeNumber, 100_000), 0),
  },
  defaults: { dry_run: 0, foreseen: 0 },
  sensitive: ['rows'],
  reply: object({
    results: array(
      object({
        row: wholeNumber,
        /** `made`, `exists`, `member` or `refused`. */
        result: anyText,
        /** Name of the error of a refused row. */
        error: anyText,
        invite_id: anyText,
      }),
    ),
    /** Invitations counted so far; 0 unless it is a dry run. */
    foreseen: wholeNumber,
    dry_run: flag,
  }),
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const listInvitations = organizationEndpoint({
  operation: 'invitation_list',
  description:
    'Lists the invitations of the organization, newest first (`invite.read`); links are left out.',
  paths: { aff: ['invitation/list'] },
  fields: {
    status: optional(enums(['draft', 'pending', 'expired', 'accepted', 'declined', 'cancelled'])),
    q: optional(searchText),
    ...paging,
  },
  ...listOf(invitation),
})

const pendingErrors = [...actingErrors, 'not_in_organization', 'invitation_not_pending'] as const

export const updateInvitation = organizationEndpoint({
  operation: 'invitation_update',
  description:
    'Corrects a pending invitation (`invite.update`). Another address gets a new link, the old one is dead, and whoever chose it is the inviter from then on.',
  paths: { aff: ['invitation/update'] },
  fields: {
    invite_id: id,
    deputy_name: optional(plainName),
    roles: optional(roleKeys),
    next_url: optional(removableText(2048)),
    email: optional(email),
    mobile: optional(mobile),
  },
  sensitive: ['deputy_name', 'email', 'mobile'],
  reply: invitation,
  errors: [...pendingErrors, ...createErrors],
})

export const resendInvitation = organizationEndpoint({
  operation: 'invitation_resend',
  description:
    'Sends a pending or expired invitation again with a new link (`invite.resend`); the old one is dead. Its roles must be ones that the caller could give. Once in 60 seconds and ten times at most.',
  paths: { aff: ['invitation/resend'] },
  fields: { invite_id: id },
  reply: invitation,
  errors: [
    ...pendingErrors,
    'exceeds_own_rights',
    'code_frequency',
    'invitation_limit',
    'invitations_stopped',
    'policy_refused',
    'code_send_error',
    'platform_unavailable',
  ],
})

export const cancelInvitation = organizationEndpoint({
  operation: 'invitation_cancel',
  description:
    'Ends pending invitations and drafts (`invite.cancel`): one, or a list of up to 100.',
  paths: { aff: ['invitation/cancel'] },
  fields: { invite_id: optional(id), ids: optional(idList) },
  reply: object({ updated: wholeNumber }),
  errors: pendingErrors,
})

const ticketErrors = [
  'frozen',
  'invitation_unknown',
  'invitation_expired',
  'invitation_used',
  'invitation_cancelled',
  'too_often',
] as const

export const checkInvitation = endpoint({
  operation: 'invitation_check',
  description:
    'Answers what an invitation is about. `need_code` is 0 if the session owns the address; `is_registered` is 1 only then, so that it tells strangers nothing. Who is a member already learns `subject_uid`, also from a link that has ended.',
  paths: { aff: ['invitation/check'] },
  payload: object({ invite_ticket: ticket }),
  sensitive: ['invite_ticket'],
  session: 'optional',
  reply: invitationCheck,
  errors: ticketErrors,
})

export const askForInvitation = endpoint({
  operation: 'invitation_ask',
  description:
    'Tells the inviter, once a day, that who has the link of an expired invitation wants a new one. It goes to the same address as before.',
  paths: { aff: ['invitation/ask'] },
  payload: object({ invite_ticket: ticket }),
  sensitive: ['invite_ticket'],
  session: 'optional',
  reply: nothing,
  errors: ['frozen', 'invitation_unknown', 'invitation_used', 'invitation_cancelled', 'too_often'],
})

export const acceptInvitation = endpoint({
  operation: 'invitation_accept',
  description:
    'Accepts an invitation and signs in as the new member. The address is proved by a session that owns it, or by a code of type 13 or 24, which `send_code` sends with `invite_ticket` in place of an address; without an account, one is created.',
  paths: { aff: ['invitation/accept'] },
  payload: object({
    invite_ticket: optional(ticket),
    /** An invitation of `invitation_mine`. */
    invite_id: optional(id),
    code: optional(code),
    /** Password of a new account. */
    password: optional(password),
    /** Name of a new account, by default that of the invitation. */
    name: optional(plainName),
    /** JSON object with `default_language` and `user_name` for a new account. */
    extra: optional(size(string(), 2, 1024)),
  }),
  oneOf: ['invite_ticket', 'invite_id'],
  sensitive: ['invite_ticket', 'code', 'password', 'name', 'extra'],
  session: 'optional',
  reply: user,
  errors: [
    ...ticketErrors,
    'not_in_organization',
    'invitation_other_person',
    'policy_refused',
    'members_full',
    'code_missing',
    'code_expired',
    'code_superseded',
    'code_type_mismatch',
    'password_policy',
    'text_refused',
    'account_limited',
    'account_banned',
    'account_cancelling',
    'second_verify',
    'level_unreachable',
    'need_code_verify',
    'system_busy',
    'device_banned',
    'session_expired',
  ],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const declineInvitation = endpoint({
  operation: 'invitation_decline',
  description:
    'Declines an invitation by its ticket or, signed in, one of `invitation_mine`. `block` stops further ones of this organization (`subject`) or of all (`all`) for a year, and `report=1` reports it as unwanted: for these the ticket must be that of the message, not of `link`, or the session that of the address. Reports of three people in a day stop the inviter for a day, and three stopped inviters the organization.',
  paths: { aff: ['invitation/decline'] },
  payload: object({
    invite_ticket: optional(ticket),
    invite_id: optional(id),
    block: enums(['none', 'subject', 'all']),
    report: flag,
  }),
  defaults: { block: 'none', report: 0 },
  oneOf: ['invite_ticket', 'invite_id'],
  sensitive: ['invite_ticket'],
  session: 'optional',
  reply: nothing,
  errors: [...ticketErrors, 'not_in_organization', 'session_expired', 'address_unproved'],
})

export const invitationBlocks = endpoint({
  operation: 'invitation_blocks',
  description:
    'Lists the organizations that may not invite the proved addresses of the account, because its owner declined so.',
  paths: { aff: ['invitation/blocks'] },
  payload: object(paging),
  session: 'required',
  ...listOf(
    object({
      /** 0 for every organization. */
      subject_uid: anyText,
      subject_name: anyText,
      expire_time: wholeNumber,
    }),
  ),
  errors: [],
})

export const unblockInvitations = endpoint({
  operation: 'invitation_unblock',
  description: 'Lets an organization of `invitation_blocks` invite the account again.',
  paths: { aff: ['invitation/unblock'] },
  payload: object({ subject_uid: id }),
  session: 'required',
  reply: nothing,
  errors: ['not_in_organization'],
})

export const myInvitations = endpoint({
  operation: 'invitation_mine',
  description:
    'Lists the open invitations to the proved addresses of the account, newest first, and last an organization that may be joined by the domain of the address.',
  paths: { aff: ['invitation/mine'] },
  payload: object(paging),
  session: 'required',
  ...listOf(
    object({
      invite_id: anyText,
      subject_name: anyText,
      inviter_name: anyText,
      deputy_name: anyText,
      /** 0 for an offer by domain. */
      expire_time: wholeNumber,
      /** 1 if the organization has proved the domain of the address and lets its people join. */
      by_domain: flag,
    }),
  ),
  errors: [],
})
