import {
  isSignInMethod,
  levelOfMethod,
  signInMethods,
  type Factor,
  type Level,
} from '#protocol/sign-in-methods.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Membership } from '../store/membership-repository.ts'
import { readOrganizationPolicy, type OrganizationPolicy } from '../store/organization-policy.ts'
import { accountLevel, levelUnreachable } from '../two-step/account-level.ts'
import { isRaisable, levelOf, withSecondProof } from '../two-step/levels.ts'
import { checkRisk, type RiskCheckServices } from '../two-step/risk-check.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import { ONESELF } from './organization-ids.ts'
import { refusingRule, type RefusingRule, type SessionProof } from './session-rules.ts'
import type { Account, Session } from '../store/schema/accounts.ts'

/**
 * Requires that a session follows an organization's policy and the level of its account, before proofs are used up; starts two-step
 * verification if that helps.
 * @throws policy_refused, level_unreachable, second_verify
 */
export async function requireEntry(
  context: Call<RiskCheckServices & { trustedDevices: TrustedDevices }>,
  account: Account,
  organizationId: string,
  policy: OrganizationPolicy,
  proof: SessionProof,
): Promise<void> {
  const { progress, services } = context
  const { method, secondMethod } = proof
  const isKnown = await services.rememberedBrowsers.knows(account.id, context.header('cookie'))
  // A remembered browser spares what the account wants; the organization still asks.
  const ofAccount = isKnown ? 1 : await accountLevel(services, account)
  const level = ofAccount > policy.required_level ? ofAccount : policy.required_level
  const proofs = withSecondProof({ method, secondMethod }, progress.secondMethod)
  const isBelow = levelOf(proofs) < level
  if (progress.secondMethod !== undefined && !isBelow) return
  const required = await requiredProof(context, account, policy, proof)
  if (required === undefined && !isBelow) return
  requireRecentFirst(context, policy, proof, { rule: required?.rule, isBelow, level })
  try {
    await checkRisk(context, account, {
      firstFactor: required?.firstFactor ?? 'session',
      subject: organizationId,
      isRequired: true,
      demand: levelToRenew(level, method),
      held: proof,
      provedAt: proof.provedAt,
    })
  } catch (error) {
    // The account has no second method.
    const isHopeless = error instanceof PassportError && error.error === 'ticket_expired'
    if (!isHopeless) throw error
    if (isBelow) throw levelUnreachable(services, level)
    throw policyRefused(policy.methods, required?.rule ?? '')
  }
}

/**
 * Requires what the account wants by now of a session that is to be replaced by one for the person themself.
 * @throws policy_refused, level_unreachable, second_verify
 */
export async function requireOwnEntry(
  context: Parameters<typeof requireEntry>[0],
  session: SessionProof & { account: Account },
): Promise<void> {
  await requireEntry(context, session.account, ONESELF, readOrganizationPolicy('{}'), session)
}

/**
 * Returns the level of a second proof that makes a session new again: what is wanted, or a session would fall
 * below it, and as much as its first method claims.
 */
export function levelToRenew(wanted: Level, method: string): Level {
  return Math.max(wanted, levelOfMethod(method)) as Level
}

/** A second proof that a policy wants, of another factor than the first. */
export interface WantedProof {
  rule: RefusingRule
  firstFactor: Factor
}

/** Returns the second proof that a policy wants of a session; undefined for none. @throws policy_refused */
export async function requiredProof(
  {
    caller,
    now,
    services,
  }: Pick<Call<{ trustedDevices: TrustedDevices }>, 'caller' | 'now' | 'services'>,
  account: Account,
  policy: OrganizationPolicy,
  proof: SessionProof,
): Promise<WantedProof | undefined> {
  const deviceProvedAt = await services.trustedDevices.secondProvedAt(account.id, caller.webId)
  const known = { ...proof, secondProvedAt: Math.max(proof.secondProvedAt, deviceProvedAt) }
  const rule = refusingRule(policy, known, now)
  if (rule === undefined) return undefined
  if (rule === 'methods' || !isSignInMethod(proof.method)) throw policyRefused(policy.methods, rule)
  const { factor } = signInMethods[proof.method]
  return { rule, firstFactor: rule === 'session_hours' ? 'session' : factor }
}

/**
 * Requires that the first proof is recent where a second one is to raise what is proved; a rule about
 * its age alone is met by any new proof.
 * @throws policy_refused, level_unreachable where the account alone wants more
 */
export function requireRecentFirst(
  context: Pick<Call<RiskCheckServices>, 'now' | 'services'>,
  policy: OrganizationPolicy,
  proof: SessionProof,
  { rule, isBelow, level }: { rule: RefusingRule | undefined; isBelow: boolean; level: Level },
): void {
  if (isRaisable(context, proof) || (rule === 'session_hours' && !isBelow)) return
  if (rule === undefined) throw levelUnreachable(context.services, level)
  throw policyRefused(policy.methods, rule)
}

/** @throws policy_refused for a session that the policy would end at once */
export function requireAllowedSession(
  { policy: stored }: Pick<Membership, 'policy'>,
  session: Session,
): void {
  const policy = readOrganizationPolicy(stored)
  const rule = refusingRule(policy, session, session.createdAt)
  if (rule !== undefined) throw policyRefused(policy.methods, rule)
}

/** Returns the error of a rule that refuses. */
export function policyRefused(allowed: readonly string[], rule: string): PassportError {
  return new PassportError('policy_refused', { rule, allowed })
}
