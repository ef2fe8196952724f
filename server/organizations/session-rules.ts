import { isSignInMethod, signInMethods } from '#protocol/sign-in-methods.ts'
import { policyMethods } from '#protocol/organization-fields.ts'
import { HOUR_MS, wasWithin, MINUTE_MS } from '../lib/clock.ts'
import { levelOf } from '../two-step/levels.ts'
import type { OrganizationPolicy } from '../store/organization-policy.ts'
import type { Session } from '../store/schema/accounts.ts'

export type SessionProof = Pick<Session, 'method' | 'secondMethod' | 'provedAt' | 'secondProvedAt'>

export type RefusingRule = 'session_hours' | 'level' | 'second_verification' | 'methods'

/** Returns the rule that refuses a session; undefined if none does. */
export function refusingRule(
  policy: OrganizationPolicy,
  { method, secondMethod, provedAt, secondProvedAt }: SessionProof,
  now: number,
): RefusingRule | undefined {
  // Sessions without a known method, such as those of a newer version, are refused only by a rule about methods.
  const isRuled = policyMethods.some((name) => !policy.methods.includes(name))
  const policyMethod = isSignInMethod(method) ? signInMethods[method].policyMethod : undefined
  if (isRuled && (policyMethod === undefined || !policy.methods.includes(policyMethod))) {
    return 'methods'
  }
  if (levelOf({ method, secondMethod }) < policy.required_level) return 'level'
  const { second_verification: second, session_hours: hours } = policy
  // A passkey is two proofs at once: the device, and what unlocks it.
  const isTwice = method === 'passkey'
  if (second === 'always' && !isTwice && secondProvedAt < provedAt) return 'second_verification'
  if (second === 'new_device' && !isTwice && secondProvedAt === 0) return 'second_verification'
  if (hours > 0 && !wasWithin(provedAt, now, hours * HOUR_MS)) return 'session_hours'
  return undefined
}

/** Returns whether a session was unused for longer than the policy allows. */
export function isIdle(
  { idle_minutes: minutes }: OrganizationPolicy,
  { lastSeenAt }: Pick<Session, 'lastSeenAt'>,
  now: number,
): boolean {
  return minutes > 0 && !wasWithin(lastSeenAt, now, minutes * MINUTE_MS)
}
