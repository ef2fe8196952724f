import {
  levelOfMethod,
  serves,
  signInMethods,
  type SignInMethodName,
} from '#protocol/sign-in-methods.ts'
import { signedIn, type Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { OrganizationPolicy } from '../store/organization-policy.ts'
import type { LiveSession } from '../store/session-repository.ts'
import { secondMethodsOf } from '../two-step/method-listing.ts'
import { challengeStepUp } from '../two-step/step-up.ts'
import { changeAs, type OrganizationServices, type OrganizationChoice } from './acting.ts'
import { lockOrganization, requireNoHold } from './change-organization.ts'

/** Rules to change; the others stay. */
export type PolicyChange = {
  [Rule in keyof OrganizationPolicy]?: OrganizationPolicy[Rule] | undefined
}

type Context = Call<OrganizationServices>

/** Smallest idle time, in minutes; the last use of sessions is stored once a minute. */
const MIN_IDLE_MINUTES = 5

/** Changes rules of an organization. @throws not_member, no_permission, would_lock_out, transfer_hold, … */
export async function changePolicy(
  context: Context,
  choice: OrganizationChoice & { ticket?: string | undefined },
  change: PolicyChange,
): Promise<OrganizationPolicy> {
  const session = signedIn(context)
  const { idle_minutes: idle = 0 } = change
  if (idle > 0 && idle < MIN_IDLE_MINUTES) {
    throw new PassportError('bad_parameter', { fields: [{ field: 'idle_minutes', rule: 'min' }] })
  }
  const requireRecent = await challengeStepUp(context, choice.ticket, 'policy_update')
  return await changeAs(context, choice, 'policy.update', async (tx, { membership }) => {
    await requireRecent(tx)
    const organization = await lockOrganization(tx, membership.organizationId)
    requireNoHold(organization, context.now)
    const before = organization.policy
    const after = {
      session_hours: change.session_hours ?? before.session_hours,
      idle_minutes: change.idle_minutes ?? before.idle_minutes,
      second_verification: change.second_verification ?? before.second_verification,
      methods: change.methods ?? before.methods,
      invite_domains_only: change.invite_domains_only ?? before.invite_domains_only,
      programs: change.programs ?? before.programs,
      join_by_domain: change.join_by_domain ?? before.join_by_domain,
      required_level: change.required_level ?? before.required_level,
    }
    if (!(await canEnter(tx, session, after))) throw new PassportError('would_lock_out')
    await tx.organizations.setPolicy(organization.id, after)
    await tx.organizationEvents.note(context, membership, 'policy_updated', {
      detail: { before, after },
    })
    return after
  })
}

// Whether the account has an allowed sign-in method, a second factor and the level if required.
async function canEnter(
  services: OrganizationServices,
  { account, hasLinkedAccounts }: LiveSession,
  policy: OrganizationPolicy,
): Promise<boolean> {
  const second = (await secondMethodsOf(services, account)).map(({ name }) => name)
  const hasLevel = second.some((name) => levelOfMethod(name) >= policy.required_level)
  if (policy.required_level > 1 && !hasLevel) return false
  const enrolled: SignInMethodName[] = [
    ...second,
    ...(hasLinkedAccounts ? ['provider' as const] : []),
  ]
  const first = enrolled.filter((name) => serves(name, 'first'))
  const allowed = first.filter((name) => policy.methods.includes(signInMethods[name].policyMethod))
  if (policy.second_verification === 'off') return allowed.length > 0
  return allowed.some(
    (one) =>
      // A passkey is both proofs.
      one === 'passkey' ||
      second.some((other) => signInMethods[other].factor !== signInMethods[one].factor),
  )
}
