import type * as endpoints from '#protocol/web/members.ts'
import type { MemberInfo } from '#protocol/organization-objects.ts'
import { toName } from '../names/names.ts'
import { draftMember } from '../invitations/draft-member.ts'
import { normalizeName } from '../lib/normalize-name.ts'
import { spanOf, toPage } from '../lib/paging.ts'
import { requireActor, type Actor } from '../organizations/acting.ts'
import {
  freezeMembers,
  membersOf,
  removeMembers,
  updateMember,
} from '../organizations/change-members.ts'
import { describeInvited, describeMembers } from '../organizations/describe-organization.ts'
import type { Membership } from '../store/membership-repository.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/members.ts`. */
export const members = {
  listMembers: async (payload, context) => {
    const actor = await requireActor(context, payload, 'deputy.read')
    const text = payload.q === undefined ? undefined : normalizeName(payload.q)
    const { organizationId } = actor.membership
    if (payload.status === 'invited') {
      const { list: invited, total } = await context.services.invitations.list(
        organizationId,
        { status: 'invited', text },
        context.now,
        spanOf(payload),
      )
      return toPage(describeInvited(context, actor, invited), total, payload)
    }
    const { list, total } = await context.services.memberships.members(
      organizationId,
      {
        text,
        isFrozen: payload.status === undefined ? undefined : payload.status === 'frozen',
        role: payload.role,
      },
      spanOf(payload),
    )
    return toPage(await describeMembers(context, actor, list), total, payload)
  },

  createMember: async (payload, context) => {
    const { actor, draft } = await draftMember(context, payload, payload)
    const [described] = describeInvited(context, actor, [draft])
    if (described === undefined) throw new Error('a draft that was made is not described')
    return described
  },

  memberInfo: async (payload, context) => {
    const actor = await requireActor(context, payload, 'deputy.read')
    const [member] = await membersOf(context.services, actor, [payload.deputy_identity_id])
    return await describeOne(context, actor, member)
  },

  updateMember: async (payload, context) => {
    const { actor, member } = await updateMember(context, payload, {
      name: payload.deputy_name === undefined ? undefined : toName(payload.deputy_name),
      externalId: payload.external_id,
    })
    return await describeOne(context, actor, member)
  },

  freezeMember: (payload, context) => freezeMembers(context, payload, payload.is_frozen === 1),

  deleteMember: (payload, context) => removeMembers(context, payload),
} satisfies Handlers<typeof endpoints>

async function describeOne(
  context: Context,
  actor: Actor,
  member: Membership | undefined,
): Promise<MemberInfo> {
  const [described] = await describeMembers(context, actor, member ? [member] : [])
  if (described === undefined) throw new Error('a member that was found is not described')
  return described
}
