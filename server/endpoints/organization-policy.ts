import type * as endpoints from '#protocol/web/organization-policy.ts'
import type { OrganizationPolicyInfo } from '#protocol/organization-objects.ts'
import { signedIn } from '../calls/call.ts'
import { requireActor } from '../organizations/acting.ts'
import { changePolicy } from '../organizations/change-policy.ts'
import { isIdle, refusingRule } from '../organizations/session-rules.ts'
import { readOrganizationPolicy, type OrganizationPolicy } from '../store/organization-policy.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/organization-policy.ts`. */
export const organizationPolicy = {
  policyInfo: async (payload, context) => {
    const { membership } = await requireActor(context, payload, 'policy.read')
    return await describe(context, readOrganizationPolicy(membership.policy))
  },

  updatePolicy: async (payload, context) =>
    await describe(context, await changePolicy(context, payload, payload)),
} satisfies Handlers<typeof endpoints>

async function describe(
  context: Context,
  policy: OrganizationPolicy,
): Promise<OrganizationPolicyInfo> {
  const { membership } = signedIn(context)
  const id = membership === undefined || membership === 'ended' ? '' : membership.organizationId
  const { organizations } = context.services
  const [below_level_2, below_level_3] = await Promise.all(
    ([2, 3] as const).map((level) => organizations.countBelow(id, level)),
  )
  const session = signedIn(context)
  const isRefused =
    isIdle(policy, session, context.now) || refusingRule(policy, session, context.now) !== undefined
  return {
    ...policy,
    below_level_2: below_level_2 ?? 0,
    below_level_3: below_level_3 ?? 0,
    ends_session: isRefused ? 1 : 0,
  }
}
