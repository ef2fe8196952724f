import type * as endpoints from '#protocol/web/members.ts'
import type { MemberInfo } from '#protocol/organization-objects.ts'
import { toName } from '../names/names.ts'
import { draftMember } from '../invitations/draft-member.ts'
import { normalizeName } from '../lib/normalize-name.ts'
import { PassportError } from '../lib/passport-error.ts'
import { spanOf, toPage } from '../lib/paging.ts'
import { requireActor, type Actor } from '../organizations/acting.ts'
import { freezeMembers, removeMembers, updateMember } from '../organizations/change-members.ts'
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
      const described = invited.map((one) => describeInvited(context, actor, one))
      return toPage(described, total, payload)
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
    return describeInvited(context, actor, draft)
  },

  memberInfo: async (payload, context) => {
    const actor = await requireActor(context, payload, 'deputy.read')
    const { deputy_identity_id: id } = payload
    const { organizationId } = actor.membership
    const { invitations, memberships } = context.services
    const [member] = await memberships.findMany(organizationId, [id])
    if (member !== undefined) return await describeOne(context, actor, member)
    const invited = await invitations.findInvited(organizationId, id)
    if (invited === undefined) throw new PassportError('not_in_organization')
    return describeInvited(context, actor, invited)
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
