import { object, optional, record, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { anyText, flag, seconds, text } from '../fields.ts'
import { id, permissionsToCheck } from '../organization-fields.ts'

export const checkPermission = endpoint({
  operation: 'permission_check',
  description:
    'Tells a server of the application, which sends `Authorization: Bearer` with an application secret, what a member of an organization may do. `cache_seconds` is how long it may keep the answer.',
  paths: { aff: ['permission/check'] },
  payload: object({
    subject_uid: id,
    identity_id: optional(id),
    sec_user_identity_id: optional(text(64)),
    permissions: permissionsToCheck,
  }),
  oneOf: ['identity_id', 'sec_user_identity_id'],
  reply: object({
    /** 1 or 0 for each permission. */
    allowed: record(string(), flag),
    /** Changes with the rights of the member. */
    version: anyText,
    cache_seconds: seconds,
  }),
  errors: ['app_secret_invalid', 'not_member'],
})
