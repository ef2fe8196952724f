import { isIdle, refusingRule } from '../organizations/session-rules.ts'
import { SESSION_IDLE_MS } from '../sessions/sessions.ts'
import type { AuthorizationRules, Moment } from '../store/live-authorizations.ts'
import { readOrganizationPolicy } from '../store/organization-policy.ts'
import { allowsClient } from './identities.ts'

/** Returns whether the policies of the organizations concerned allow an authorization. */
export function followsPolicies(rules: AuthorizationRules, now: number): boolean {
  const { grantPolicy, isVerified, sessionPolicy } = rules
  if (grantPolicy !== null && !allowsClient(grantPolicy, isVerified === 1)) return false
  if (sessionPolicy === null) return true
  const session = {
    lastSeenAt: rules.lastSeenAt ?? 0,
    method: rules.method ?? '',
    provedAt: rules.provedAt ?? 0,
    secondMethod: rules.secondMethod ?? '',
    secondProvedAt: rules.secondProvedAt ?? 0,
  } as const
  const policy = readOrganizationPolicy(sessionPolicy)
  return !isIdle(policy, session, now) && refusingRule(policy, session, now) === undefined
}

/** Returns a time, and the time since which sessions must have been used. */
export function momentOf(now: number): Moment {
  return { now, idleSince: now - SESSION_IDLE_MS }
}
