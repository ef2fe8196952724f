import { array, enums, object, optional, string } from 'superstruct'
import { organizationEndpoint } from '../organization-endpoint.ts'
import { anyText, flag, longText, text } from '../fields.ts'
import { listOf, paging } from '../lists.ts'
import {
  actingErrors,
  id,
  idList,
  permissionList,
  plainName,
  roleKey,
} from '../organization-fields.ts'
import { changed, role, userRole } from '../organization-objects.ts'

export const createRole = organizationEndpoint({
  operation: 'role_create',
  description:
    'Creates a role of the organization (`role.create`), of at most 100. Its permissions must be ones that the caller has.',
  paths: { aff: ['role/create'] },
  fields: {
    role_name: plainName,
    permissions: permissionList,
    description: optional(longText),
    role_key: optional(roleKey),
  },
  reply: role,
  errors: [
    ...actingErrors,
    'role_exists',
    'unknown_permission',
    'exceeds_own_rights',
    'role_limit',
    'text_refused',
  ],
})

export const updateRole = organizationEndpoint({
  operation: 'role_update',
  description:
    'Changes a role (`role.update`). Its permissions, before and after, must be ones that the caller has.',
  paths: { aff: ['role/update'] },
  fields: {
    role_key: roleKey,
    role_name: optional(plainName),
    permissions: optional(permissionList),
    description: optional(longText),
  },
  reply: role,
  errors: [
    ...actingErrors,
    'not_in_organization',
    'role_built_in',
    'role_exists',
    'unknown_permission',
    'exceeds_own_rights',
    'text_refused',
  ],
})

export const banRole = organizationEndpoint({
  operation: 'role_ban',
  description:
    'Bans a role or lifts the ban (`role.ban`). A banned role grants nothing, stays assigned and cannot be given anew. A role that members have needs `confirm=1`; else the error tells their number in `user_count`.',
  paths: { aff: ['role/ban'] },
  fields: {
    role_key: roleKey,
    is_banned: flag,
    confirm: flag,
  },
  defaults: { confirm: 0 },
  reply: role,
  errors: [
    ...actingErrors,
    'not_in_organization',
    'role_built_in',
    'role_in_use',
    'exceeds_own_rights',
  ],
})

export const listRoles = organizationEndpoint({
  operation: 'role_list',
  description: 'Lists the roles of the organization, built-in ones first (`role.read`).',
  paths: { aff: ['role/list'] },
  fields: paging,
  ...listOf(role),
})

export const roleInfo = organizationEndpoint({
  operation: 'role_info',
  description: 'Answers one role of the organization (`role.read`).',
  methods: ['GET', 'POST'],
  paths: { aff: ['role/info'] },
  fields: { role_key: roleKey },
  reply: role,
  errors: [...actingErrors, 'not_in_organization'],
})

const assignment = {
  role_key: roleKey,
  sec_user_identity_ids: idList,
  dry_run: flag,
}

const assignmentErrors = [
  ...actingErrors,
  'not_in_organization',
  'own_membership',
  'exceeds_own_rights',
] as const

export const addUserRole = organizationEndpoint({
  operation: 'user_role_add',
  description:
    'Gives a role to members (`role.assign`); the caller must have all of its permissions. All or nothing; `dry_run=1` only answers the effect.',
  paths: { aff: ['user_role/add'] },
  fields: assignment,
  defaults: { dry_run: 0 },
  reply: changed,
  errors: [...assignmentErrors, 'role_limit'],
})

export const removeUserRole = organizationEndpoint({
  operation: 'user_role_remove',
  description:
    'Takes a role from members (`role.assign`); the caller must have all of its permissions. The manager keeps theirs. All or nothing; `dry_run=1` only answers the effect.',
  paths: { aff: ['user_role/remove'] },
  fields: assignment,
  defaults: { dry_run: 0 },
  reply: changed,
  errors: [...assignmentErrors, 'last_manager'],
})

export const listUserRoles = organizationEndpoint({
  operation: 'user_role_list',
  description: 'Answers the roles of one member (`role.read`).',
  methods: ['GET', 'POST'],
  paths: { aff: ['user_role/list'] },
  fields: { identity_id: id },
  reply: userRole,
  errors: [...actingErrors, 'not_in_organization'],
})

export const listAllUserRoles = organizationEndpoint({
  operation: 'user_role_all',
  description: 'Lists the members of the organization with their roles (`role.read`).',
  paths: { aff: ['user_role/all'] },
  fields: { role: optional(roleKey), ...paging },
  ...listOf(userRole),
})

export const listPermissions = organizationEndpoint({
  operation: 'permission_list',
  description:
    'Answers what the session may do in the organization. `version` changes with the answer; a caller who sends it gets `unchanged=1` and empty lists while it is the same.',
  methods: ['GET', 'POST'],
  paths: { aff: ['permission/list'] },
  fields: { version: optional(text(64)) },
  reply: object({
    permissions: array(string()),
    roles: array(string()),
    is_manager: flag,
    version: anyText,
    unchanged: flag,
  }),
  errors: ['not_member'],
})

export const listIdentitiesOfOrganization = organizationEndpoint({
  operation: 'identity_list',
  description:
    'Lists the identities in the organization (`deputy.read`): `type=deputy` its members, `type=user` the caller alone.',
  paths: { aff: ['identity/list'] },
  fields: { type: optional(enums(['user', 'deputy'])), ...paging },
  ...listOf(
    object({
      identity_id: anyText,
      sec_user_identity_id: anyText,
      name: anyText,
      type: anyText,
      subject_uid: anyText,
    }),
  ),
})

export const listResources = organizationEndpoint({
  operation: 'resource_list',
  description:
    'Lists what permissions are about (`resource.read`): one resource for each kind of object, with its permissions.',
  paths: { aff: ['resource/list'] },
  fields: paging,
  ...listOf(
    object({
      resource_id: anyText,
      resource_type: anyText,
      resource_name: anyText,
      permissions: array(string()),
    }),
  ),
})
