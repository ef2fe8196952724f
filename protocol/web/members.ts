import { enums, optional } from 'superstruct'
import { organizationEndpoint } from '../organization-endpoint.ts'
import { flag, removableText, text, ticket } from '../fields.ts'
import { listOf, paging } from '../lists.ts'
import {
  actingErrors,
  id,
  memberIds,
  plainName,
  roleKey,
  roleKeys,
  searchText,
} from '../organization-fields.ts'
import { changed, member } from '../organization-objects.ts'

/** Members that a change is about: one, or a list of up to 1,000. */
const targets = { deputy_identity_id: optional(id), ids: optional(memberIds) }

const listFields = {
  /** Part of a name or address. */
  q: optional(searchText),
  /** `invited` lists those who have not accepted, without `role`. */
  status: optional(enums(['invited', 'active', 'frozen'])),
  role: optional(roleKey),
  ...paging,
}

export const listMembers = organizationEndpoint({
  operation: 'deputy_list',
  description:
    'Lists the members of the organization, oldest first (`deputy.read`). `q` finds parts of names, and of addresses for those who may change members. `total` stops at 1001 where the list is filtered.',
  paths: { aff: ['deputy/list'] },
  fields: listFields,
  ...listOf(member),
})

export const createMember = organizationEndpoint({
  operation: 'deputy_create',
  description:
    'Prepares a member with a name and roles (`deputy.create`), who has the status `invited`. An invitation with the `deputy_identity_id` gives them an address; `invitation_cancel` ends the draft.',
  paths: { aff: ['deputy/create'] },
  fields: {
    deputy_name: plainName,
    roles: optional(roleKeys),
    external_id: optional(text(128)),
  },
  sensitive: ['deputy_name'],
  reply: member,
  errors: [
    ...actingErrors,
    'not_in_organization',
    'members_full',
    'exceeds_own_rights',
    'text_refused',
  ],
})

export const memberInfo = organizationEndpoint({
  operation: 'deputy_info',
  description: 'Answers one member of the organization, also one who is invited (`deputy.read`).',
  methods: ['GET', 'POST'],
  paths: { aff: ['deputy/info'] },
  fields: { deputy_identity_id: id },
  reply: member,
  errors: [...actingErrors, 'not_in_organization'],
})

export const updateMember = organizationEndpoint({
  operation: 'deputy_update',
  description: 'Changes the name and the external id of a member (`deputy.update`).',
  paths: { aff: ['deputy/update'] },
  fields: {
    deputy_identity_id: id,
    deputy_name: optional(plainName),
    external_id: optional(removableText(128)),
  },
  sensitive: ['deputy_name'],
  reply: member,
  errors: [
    ...actingErrors,
    'not_in_organization',
    'manager_protected',
    'exceeds_own_rights',
    'text_refused',
  ],
})

const changeErrors = [
  ...actingErrors,
  'not_in_organization',
  'own_membership',
  'manager_protected',
  'frozen_by_operator',
  'exceeds_own_rights',
] as const

export const freezeMember = organizationEndpoint({
  operation: 'deputy_freeze',
  description:
    'Freezes or unfreezes members (`deputy.freeze`); freezing ends their sessions and pending invitations that they sent. All or nothing; `dry_run=1` only answers the effect.',
  paths: { aff: ['deputy/freeze'] },
  fields: { ...targets, is_frozen: flag, dry_run: flag },
  defaults: { dry_run: 0 },
  reply: changed,
  errors: changeErrors,
})

export const deleteMember = organizationEndpoint({
  operation: 'deputy_delete',
  description:
    'Removes members from the organization (`deputy.delete`); their accounts stay. All or nothing; `dry_run=1` only answers the effect. More than ten at once need a recent authentication.',
  paths: { aff: ['deputy/delete'] },
  fields: {
    ...targets,
    ticket: optional(ticket),
    dry_run: flag,
  },
  defaults: { dry_run: 0 },
  reply: changed,
  errors: [...changeErrors, 'second_verify', 'ticket_expired'],
})
