import { SESSION_HEADER } from '#protocol/headers.ts'
import type { User } from '#protocol/objects.ts'
import type * as endpoints from '#protocol/web/identity.ts'
import { signedIn } from '../calls/call.ts'
import { pageOf } from '../lib/paging.ts'
import { describeMemberships, organizationAppOf } from '../organizations/membership-info.ts'
import { requireEntry, requireOwnEntry } from '../organizations/require-entry.ts'
import type { MembershipChoice } from '../organizations/memberships.ts'
import { ONESELF } from '../organizations/organization-ids.ts'
import { ownerOf, signIn } from '../sign-in/sign-in.ts'
import { readOrganizationPolicy } from '../store/organization-policy.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/identity.ts`. */
export const identity = {
  listIdentities: async (payload, context) => {
    const { account, accountId, membershipId } = signedIn(context)
    const { memberships } = context.services
    const withFrozen = payload.need_frozen_user === 1
    const list = await memberships.list(accountId, organizationAppOf(context), withFrozen)
    const current = list.some(({ id }) => id === membershipId) ? membershipId : ONESELF
    return pageOf(describeMemberships(context, account, list, current), payload)
  },

  identityLogin: (payload, context) =>
    switchMembership(context, payload.next ?? payload.service, {
      organizationId: payload.login_subject_uid,
      membershipId: payload.user_identity_id,
    }),

  switchMember: (payload, context) =>
    switchMembership(context, payload.next ?? payload.service, {
      memberId: payload.to_sec_member_id,
      memberAid: context.app.aid,
    }),
} satisfies Handlers<typeof endpoints>

// Starts a new session, so that nothing bound to the old one gains the rights of the membership.
async function switchMembership(
  context: Context,
  next: string | undefined,
  choice: MembershipChoice,
): Promise<User> {
  const session = signedIn(context)
  const { accountId } = session
  const { memberships } = context.services
  const chosen = await memberships.findChosen(accountId, organizationAppOf(context), choice)
  if (chosen === undefined) await requireOwnEntry(context, session)
  else {
    const policy = readOrganizationPolicy(chosen.policy)
    await requireEntry(context, session.account, chosen.organizationId, policy, session)
  }
  const user = await signIn(context, next, async (tx) => {
    const owner = await ownerOf(tx, session)
    const aid = organizationAppOf(context)
    return { ...owner, membership: await tx.memberships.choose(accountId, aid, choice) }
  })
  // Scripts must not learn the session token of the cookie.
  return context.header(SESSION_HEADER) === undefined ? { ...user, session_key: '' } : user
}
