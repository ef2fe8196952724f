import { assign, number, object, optional } from 'superstruct'
import { organizationEndpoint } from '../organization-endpoint.ts'
import { endpoint, SLOW_REQUEST_TIMEOUT_MS } from '../endpoint.ts'
import { code, email, flag, mobile, password, text, ticket, username } from '../fields.ts'
import { firstPage, pageOf, paging } from '../lists.ts'
import { user } from '../objects.ts'
import { actingErrors, baseInfos, detailInfos, plainName } from '../organization-fields.ts'
import { organization } from '../organization-objects.ts'

const newOrganization = {
  subject_name: plainName,
  base_infos: optional(baseInfos),
  detail_infos: optional(detailInfos),
}

const created = assign(organization, object({ user }))

const creationErrors = ['organization_limit', 'text_refused'] as const
const codeErrors = ['code_expired', 'code_superseded', 'code_type_mismatch'] as const
const registrationErrors = ['password_policy', 'registration_closed', 'account_limited'] as const

export const createOrganization = endpoint({
  operation: 'subject_create',
  description:
    'Creates an organization whose manager is the person of the session. A new session, which acts as the manager, replaces the current one.',
  paths: { aff: ['subject/create'] },
  payload: object(newOrganization),
  sensitive: ['subject_name'],
  session: 'required',
  reply: created,
  errors: creationErrors,
})

export const createOrganizationByMobile = endpoint({
  operation: 'subject_create_by_mobile',
  description:
    'Creates an account for a mobile number proved by a code of type 1, and an organization that it manages.',
  paths: { aff: ['subject/create_by_mobile'] },
  payload: object({ ...newOrganization, mobile, code, password: optional(password) }),
  sensitive: ['subject_name', 'mobile', 'code', 'password'],
  reply: created,
  errors: [...creationErrors, ...registrationErrors, 'has_registered', ...codeErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const createOrganizationByEmail = endpoint({
  operation: 'subject_create_by_email',
  description:
    'Creates an account for an e-mail address proved by a code of type 16, and an organization that it manages.',
  paths: { aff: ['subject/create_by_email'] },
  payload: object({ ...newOrganization, email, code, password: optional(password) }),
  sensitive: ['subject_name', 'email', 'code', 'password'],
  reply: created,
  errors: [...creationErrors, ...registrationErrors, 'has_registered', ...codeErrors],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const createOrganizationByUsername = endpoint({
  operation: 'subject_create_by_username',
  description:
    'Creates an account with username and password, and an organization that it manages. Only in applications that allow accounts without a proved address; a captcha is required.',
  paths: { aff: ['subject/create_by_username'] },
  payload: object({ ...newOrganization, username, password }),
  sensitive: ['subject_name', 'username', 'password'],
  reply: created,
  errors: [...creationErrors, ...registrationErrors, 'name_taken', 'captcha_slide'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const listOrganizations = endpoint({
  operation: 'subject_list',
  description:
    'Lists the organizations of the person in the application `subject_aid`, by default the calling one. Frozen ones are left out unless `need_frozen_user=1`.',
  methods: ['GET', 'POST'],
  paths: { aff: ['subject/list'] },
  payload: object({ need_frozen_user: flag, ...paging }),
  defaults: { need_frozen_user: 0, ...firstPage },
  session: 'required',
  reply: pageOf(organization),
  errors: ['bad_app'],
})

export const organizationInfo = organizationEndpoint({
  operation: 'subject_info',
  description: 'Answers the organization that the session acts for (`subject.read`).',
  methods: ['GET', 'POST'],
  paths: { aff: ['subject/info'] },
  reply: organization,
  errors: ['not_member'],
})

export const updateOrganization = organizationEndpoint({
  operation: 'subject_update',
  description: 'Changes name and facts of the organization (`subject.update`).',
  paths: { aff: ['subject/update'] },
  fields: {
    subject_name: optional(plainName),
    base_infos: optional(baseInfos),
    detail_infos: optional(detailInfos),
  },
  sensitive: ['subject_name'],
  reply: organization,
  errors: [...actingErrors, 'text_refused'],
})

export const uploadLogo = organizationEndpoint({
  operation: 'subject_upload_logo',
  description:
    'Sets the logo from a picture in the multipart field `logo`, as `upload_avatar` sets an avatar (`subject.update`). `subject_update` with an empty `logo_url` removes it.',
  paths: { aff: ['subject/upload_logo'] },
  body: 'multipart',
  reply: organization,
  errors: [...actingErrors, 'file_type', 'file_size', 'too_often'],
  timeoutMs: SLOW_REQUEST_TIMEOUT_MS,
})

export const freezeOrganization = organizationEndpoint({
  operation: 'subject_freeze',
  description:
    'With `is_frozen=1`, ends all sessions that act for the organization and lets nobody act for it (`subject.freeze`). With `is_frozen=0`, its manager, acting as themself, opens it again; what an operator froze stays frozen.',
  paths: { aff: ['subject/freeze'] },
  fields: { is_frozen: flag, ticket: optional(ticket) },
  reply: organization,
  errors: [...actingErrors, 'frozen_by_operator', 'second_verify', 'ticket_expired'],
})

export const deleteOrganization = organizationEndpoint({
  operation: 'subject_delete',
  description:
    'Deletes the organization with its memberships, roles and invitations for good (`subject.delete`). Accounts of its members stay. `confirm_name` is its name; `dry_run=1` only answers how many members lose it.',
  paths: { aff: ['subject/delete'] },
  fields: {
    confirm_name: text(64),
    ticket: optional(ticket),
    dry_run: flag,
  },
  defaults: { dry_run: 0 },
  sensitive: ['confirm_name'],
  reply: object({ deputy_count: number(), dry_run: flag }),
  errors: [...actingErrors, 'transfer_hold', 'second_verify', 'ticket_expired'],
})

export const leaveOrganization = organizationEndpoint({
  operation: 'member_leave',
  description:
    'Ends the membership that the session acts as. A new session, as the person themself, replaces the current one. The manager cannot leave.',
  paths: { aff: ['member/leave'] },
  reply: user,
  errors: ['not_member', 'manager_protected'],
})
