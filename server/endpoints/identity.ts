import { SESSION_HEADER } from '#protocol/headers.ts'
import type { User } from '#protocol/objects.ts'
import type * as endpoints from '#protocol/web/identity.ts'
import { noSession, signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { ONESELF, type MembershipChoice } from '../organizations/memberships.ts'
import {
  describeMemberships,
  requireOrganizationApp,
  organizationAppOf,
} from '../organizations/membership-info.ts'
import { pageOf } from '../lib/paging.ts'
import { signIn } from '../sign-in/sign-in.ts'

/** Handlers of `protocol/web/identity.ts`. */
export const identity = {
  listIdentities: async (call, context) => {
    const { account, accountId, membershipId } = signedIn(context)
    const { memberships } = context.services
    await requireOrganizationApp(context)
    const withFrozen = call.need_frozen_user === 1
    const found = await memberships.list(accountId, organizationAppOf(context), withFrozen)
    const current = found.some(({ id }) => id === membershipId) ? membershipId : ONESELF
    return pageOf(describeMemberships(context, account, found, current), call)
  },

  identityLogin: (call, context) =>
    changeOver(context, call.next ?? call.service, {
      organizationId: call.login_subject_uid,
      membershipId: call.user_identity_id,
    }),

  switchMember: (call, context) =>
    changeOver(context, call.next ?? call.service, {
      memberId: call.to_sec_member_id,
      memberAid: context.app.aid,
    }),
} satisfies Handlers<typeof endpoints>

// A session of its own, so that nothing held by the old one acts with the rights of the new one.
async function changeOver(
  context: Context,
  next: string | undefined,
  wish: MembershipChoice,
): Promise<User> {
  const { accountId, id } = signedIn(context)
  await requireOrganizationApp(context)
  const user = await signIn(context, next, async (tx) => {
    const vouched = await tx.sessions.accountOfSession(accountId, id)
    if (vouched === undefined) throw noSession()
    const aid = organizationAppOf(context)
    const entered = await tx.memberships.choose(accountId, aid, wish)
    return { ...vouched, membership: entered, isNew: false }
  })
  // Nothing was typed for it: a script of a page must not learn what is in the cookie.
  return context.header(SESSION_HEADER) === undefined ? { ...user, session_key: '' } : user
}
