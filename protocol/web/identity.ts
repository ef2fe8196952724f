import { object, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import type { Paths } from '../families.ts'
import { nonEmptyText, flag, next } from '../fields.ts'
import { firstPage, pageOf, paging } from '../lists.ts'
import { membershipInfo, user } from '../objects.ts'

// The central sign-in host has the paths of enterprise clients below its own prefix.
function identityPaths(tail: string): Paths {
  return { web: [tail], mobile: [tail], aff: [tail], sso: [`aff/${tail}`] }
}

/** Decimal id; "0" means the person themself. */
const id = size(string(), 1, 32)

const returnUrls = { service: next, next }

const entryErrors = [
  'not_member',
  'frozen',
  'bad_app',
  'policy_refused',
  'second_verify',
  'level_unreachable',
] as const

export const listIdentities = endpoint({
  operation: 'subject_login_list',
  description:
    'Lists the person themself and then their memberships in organizations of the application `subject_aid`, by default the calling one. Frozen memberships are left out unless `need_frozen_user=1`.',
  methods: ['GET', 'POST'],
  paths: identityPaths('subject/login_list'),
  payload: object({ need_frozen_user: flag, ...paging }),
  defaults: { need_frozen_user: 0, ...firstPage },
  session: 'required',
  reply: pageOf(membershipInfo),
  errors: ['bad_app'],
})

export const identityLogin = endpoint({
  operation: 'subject_login',
  description:
    'Continues as a membership of the organization `login_subject_uid`, or as oneself with "0". A new session replaces the current one and ends no later.',
  paths: identityPaths('subject/login'),
  payload: object({
    login_subject_uid: id,
    /** Membership, if there are several in the organization; otherwise "0". */
    user_identity_id: id,
    ...returnUrls,
  }),
  defaults: { user_identity_id: '0' },
  session: 'required',
  reply: user,
  errors: entryErrors,
})

export const switchMember = endpoint({
  operation: 'member_switch',
  description: 'Does the same as `subject_login` by the `sec_member_id` of the list.',
  paths: { web: ['member/switch'], mobile: ['member/switch'], aff: ['member/switch'] },
  payload: object({ to_sec_member_id: nonEmptyText, ...returnUrls }),
  session: 'required',
  reply: user,
  errors: entryErrors,
})
