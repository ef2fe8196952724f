import type { User } from '#protocol/objects.ts'
import { isSignInMethod, signInMethods, type Level } from '#protocol/sign-in-methods.ts'
import { SESSION_HEADER } from '#protocol/headers.ts'
import { signedIn, type Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import { requireEntry } from '../organizations/require-entry.ts'
import { refusingRule } from '../organizations/session-rules.ts'
import { readOrganizationPolicy } from '../store/organization-policy.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { levelUnreachable } from '../two-step/account-level.ts'
import { isRaisable, levelOf } from '../two-step/levels.ts'
import { checkRisk } from '../two-step/risk-check.ts'
import { describeUser, ownerOf, signIn } from './sign-in.ts'
import type { Services } from '../services/services.ts'

/**
 * Replaces the session by one that reaches a level, with the second proof that this takes; does nothing
 * for one that reaches it.
 * @throws second_verify, level_unreachable, ticket_expired if the person has to sign in anew
 */
export async function raiseSession(context: Call<Services>, level: Level): Promise<User> {
  const session = signedIn(context)
  const { account, method } = session
  if (levelOf(session) >= level) return describeUser(context, account)
  if (!isRaisable(context, session)) throw new PassportError('ticket_expired')
  try {
    await checkRisk(context, account, {
      firstFactor: isSignInMethod(method) ? signInMethods[method].factor : 'session',
      subject: session.id,
      isRequired: true,
      demand: level,
    })
  } catch (error) {
    const isHopeless = error instanceof PassportError && error.error === 'ticket_expired'
    throw isHopeless ? levelUnreachable(context.services, level) : error
  }
  return await replaceSession(context, session)
}

/**
 * Replaces the session by one that follows the rules of the organization of a membership, with the second
 * proof that this takes; for whom the person acts stays. Does nothing for one that follows them.
 * @throws not_member, second_verify, policy_refused, level_unreachable, ticket_expired if the person has to
 * sign in anew
 */
export async function raiseSessionFor(
  context: Call<Services>,
  membershipId: string,
): Promise<User> {
  const session = signedIn(context)
  const { account, accountId } = session
  const { memberships } = context.services
  const member = await memberships.findChosen(accountId, context.app.aid, { membershipId })
  if (member === undefined) throw new PassportError('not_member')
  const policy = readOrganizationPolicy(member.policy)
  const rule = refusingRule(policy, session, context.now)
  if (rule === undefined) return describeUser(context, account)
  if (rule !== 'session_hours' && !isRaisable(context, session)) {
    throw new PassportError('ticket_expired')
  }
  await requireEntry(context, account, member.organizationId, policy, session)
  return await replaceSession(context, session)
}

async function replaceSession(context: Call<Services>, session: LiveSession): Promise<User> {
  const user = await signIn(context, undefined, (tx) => ownerOf(tx, session))
  // Scripts must not learn the session token of the cookie.
  return context.header(SESSION_HEADER) === undefined ? { ...user, session_key: '' } : user
}
