import { hash } from 'node:crypto'
import { isPermission } from '#protocol/permissions.ts'
import type * as endpoints from '#protocol/web/permission-check.ts'
import { requireAppSecret } from '../apps/require-app-secret.ts'
import { PassportError } from '../lib/passport-error.ts'
import { rightsOf } from '../organizations/rights.ts'
import type { Handlers } from './handler.ts'

/** Time that a server may cache an answer about permissions of its own application. */
const CACHE_SECONDS = 30

/** Handlers of `protocol/web/permission-check.ts`. */
export const permissionCheck = {
  checkPermission: async (payload, context) => {
    await requireAppSecret(context)
    const { aid } = context.app
    const { memberships, roles } = context.services
    const { sec_user_identity_id: secId, identity_id: id } = payload
    const membershipId = secId === undefined ? id : memberships.membershipOfSecId(secId, aid)
    const member = membershipId === undefined ? undefined : await memberships.find(membershipId)
    if (member?.organizationId !== payload.subject_uid || member.aid !== aid) {
      throw new PassportError('not_member')
    }
    const rights = (await rightsOf(roles, [member])).get(member.id)
    const granted = member.isFrozen ? new Set<string>() : (rights?.permissions ?? new Set<string>())
    const allowed = Object.fromEntries(
      payload.permissions.map((name) => [name, granted.has(name) ? (1 as const) : (0 as const)]),
    )
    return {
      allowed,
      version: hash('sha256', JSON.stringify([...granted].toSorted()), 'base64url').slice(0, 16),
      cache_seconds: payload.permissions.some((name) => isPermission(name)) ? 0 : CACHE_SECONDS,
    }
  },
} satisfies Handlers<typeof endpoints>
