import { object, size, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import type { Paths } from '../families.ts'
import { nonEmptyText, flag, next } from '../fields.ts'
import { firstPage, pageOf, paging } from '../lists.ts'
import { membershipInfo, user } from '../objects.ts'

// The central host keeps the tail of enterprise clients below its own prefix.
function identityPaths(tail: string): Paths {
  return { web: [tail], mobile: [tail], aff: [tail], sso: [`aff/${tail}`] }
}

/** Decimal id; "0" stands for the person themself. */
const id = size(string(), 1, 32)

const chosen = { service: next, next }

export const listIdentities = endpoint({
  operation: 'subject_login_list',
  description:
    'Lists as whom the person signed in may act: as themself, which comes first, and as each identity in enterprise accounts of the application `subject_aid`, or of the calling one where that is not sent. Frozen ones are left out unless `need_frozen_user=1`.',
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
    'Goes on as an identity in the enterprise account `login_subject_uid`, or as oneself with "0". The session ends and another begins, which lasts no longer than the first would have.',
  paths: identityPaths('subject/login'),
  payload: object({
    login_subject_uid: id,
    /** One identity of several in that account; "0" where there is but one. */
    user_identity_id: id,
    ...chosen,
  }),
  defaults: { user_identity_id: '0' },
  session: 'required',
  reply: user,
  errors: ['not_member', 'frozen', 'bad_app'],
})

export const switchMember = endpoint({
  operation: 'member_switch',
  description: 'Does the same by the `sec_member_id` of the list.',
  paths: { web: ['member/switch'], mobile: ['member/switch'], aff: ['member/switch'] },
  payload: object({ to_sec_member_id: nonEmptyText, ...chosen }),
  session: 'required',
  reply: user,
  errors: ['not_member', 'frozen', 'bad_app'],
})
