import { isIdle, refusingRule } from '../organizations/session-rules.ts'
import { SESSION_IDLE_MS } from '../sessions/sessions.ts'
import type { AuthorizationRules, Moment } from '../store/live-authorizations.ts'
import { readOrganizationPolicy } from '../store/organization-policy.ts'
import { allowsClient } from './identities.ts'

/** Returns whether the policies of the organizations concerned allow an authorization. */
export function followsPolicies(rules: AuthorizationRules, now: number): boolean {
  const { grantPolicy, isVerified, lastSeenAt, sessionPolicy } = rules
  if (grantPolicy !== null && !allowsClient(grantPolicy, isVerified === 1)) return false
  // Access that outlives its session is subject to no rule about sessions.
  if (lastSeenAt === null) return true
  const session = {
    lastSeenAt,
    method: rules.method ?? '',
    provedAt: rules.provedAt ?? 0,
    secondMethod: rules.secondMethod ?? '',
    secondProvedAt: rules.secondProvedAt ?? 0,
  } as const
  const isRefused = [grantPolicy, sessionPolicy].some(
    (policy) =>
      policy !== null && refusingRule(readOrganizationPolicy(policy), session, now) !== undefined,
  )
  if (isRefused) return false
  // Only sessions that act for an organization have their use recorded by the minute.
  return sessionPolicy === null || !isIdle(readOrganizationPolicy(sessionPolicy), session, now)
}

/** Returns a time, and the time since which sessions must have been used. */
export function momentOf(now: number): Moment {
  return { now, idleSince: now - SESSION_IDLE_MS }
}
