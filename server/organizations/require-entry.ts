import { signInMethods } from '#protocol/sign-in-methods.ts'
import type { Call } from '../calls/call.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Account } from '../store/account-repository.ts'
import type { Membership } from '../store/membership-repository.ts'
import { readOrganizationPolicy, type OrganizationPolicy } from '../store/organization-policy.ts'
import type { Session } from '../store/session-repository.ts'
import { checkRisk, type RiskCheckServices } from '../two-step/risk-check.ts'
import type { TrustedDevices } from '../two-step/trusted-devices.ts'
import { refusingRule, type SessionProof } from './session-rules.ts'

/**
 * Requires that a session follows an organization's policy, before proofs are used up; starts two-step
 * verification if that helps.
 * @throws policy_refused, second_verify
 */
export async function requireEntry(
  context: Call<RiskCheckServices & { trustedDevices: TrustedDevices }>,
  account: Account,
  organizationId: string,
  policy: OrganizationPolicy,
  proof: SessionProof,
): Promise<void> {
  if (context.progress.isSecondProved) return
  const { trustedDevices } = context.services
  const deviceProvedAt = await trustedDevices.secondProvedAt(account.id, context.caller.webId)
  const known = { ...proof, secondProvedAt: Math.max(proof.secondProvedAt, deviceProvedAt) }
  const rule = refusingRule(policy, known, context.now)
  if (rule === undefined) return
  if (rule === 'methods' || proof.method === '') throw policyRefused(policy.methods, rule)
  const { factor } = signInMethods[proof.method]
  try {
    await checkRisk(context, account, {
      firstFactor: rule === 'session_hours' ? 'session' : factor,
      subject: organizationId,
      isRequired: true,
    })
  } catch (error) {
    // The account has no second method.
    const isHopeless = error instanceof PassportError && error.error === 'ticket_expired'
    throw isHopeless ? policyRefused(policy.methods, rule) : error
  }
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

function policyRefused(allowed: readonly string[], rule: string): PassportError {
  return new PassportError('policy_refused', { rule, allowed })
}
