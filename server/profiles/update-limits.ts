import {
  changeLimits,
  limitedProfileFields,
  type LimitedProfileField,
} from '#protocol/profile-fields.ts'
import { DAY_MS, toSeconds, waitUntil } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimit, RateLimits } from '../limits/limits.ts'
import { breachedKeyOf } from '../passwords/breached-notice.ts'

/** Limit on changes to each profile field. */
export const updateLimits = Object.fromEntries(
  limitedProfileFields.map((field) => {
    const { most, days } = changeLimits[field]
    return [field, { max: most, windowMs: days * DAY_MS }]
  }),
) as Record<LimitedProfileField, { max: number; windowMs: number }>

/** Remaining changes of a field, in the form of the protocol. */
export interface RemainingUpdates {
  field: LimitedProfileField
  remaining: number
  most: number
  /** End of the window, in seconds; 0 before the first change. */
  reset_at: number
}

/** Counts one change of each field, in the transaction that makes it. @throws no_updates_left */
export async function countUpdates(
  { rateLimits }: { rateLimits: RateLimits },
  accountId: string,
  fields: readonly LimitedProfileField[],
  now: number,
): Promise<void> {
  for (const field of fields) {
    const waitSeconds = await rateLimits.take([
      { key: keyOf(accountId, field), ...updateLimits[field] },
    ])
    if (waitSeconds !== undefined) {
      throw new PassportError('no_updates_left', { field, reset_at: toSeconds(now) + waitSeconds })
    }
  }
}

/** Refuses before the costly work of a change, which `countUpdates` counts. @throws no_updates_left */
export async function requireUpdateLeft(
  { rateLimits }: { rateLimits: RateLimits },
  accountId: string,
  field: LimitedProfileField,
  now: number,
): Promise<void> {
  const [left] = await remainingUpdates({ rateLimits }, accountId, [field], now)
  if (left?.remaining === 0) {
    throw new PassportError('no_updates_left', { field, reset_at: left.reset_at })
  }
}

/** Returns the limit on pictures that an account stores, as many as avatars. */
export function pictureLimitOf(accountId: string): RateLimit {
  return { key: pictureKeyOf(accountId), ...updateLimits.avatar }
}

/** Deletes the counts of an erased account. */
export async function forgetUpdates(
  { rateLimits }: { rateLimits: RateLimits },
  accountId: string,
): Promise<void> {
  const keys = limitedProfileFields.map((field) => keyOf(accountId, field))
  await rateLimits.forget([...keys, pictureKeyOf(accountId), breachedKeyOf(accountId)])
}

/** Returns how many changes of each field are left. */
export async function remainingUpdates(
  { rateLimits }: { rateLimits: RateLimits },
  accountId: string,
  fields: readonly LimitedProfileField[],
  now: number,
): Promise<RemainingUpdates[]> {
  const counts = await rateLimits.find(
    fields.map((field) => keyOf(accountId, field)),
    now,
    Math.max(0, ...fields.map((field) => updateLimits[field].windowMs)),
  )
  return fields.map((field) => {
    const { max, windowMs } = updateLimits[field]
    const used = counts.find(
      ({ expiresAt, key }) =>
        key === keyOf(accountId, field) && waitUntil(expiresAt, now, windowMs) > 0,
    )
    return {
      field,
      remaining: Math.max(0, max - (used?.count ?? 0)),
      most: max,
      reset_at: used === undefined ? 0 : toSeconds(used.expiresAt),
    }
  })
}

function keyOf(accountId: string, field: LimitedProfileField): string {
  return `update ${field} ${accountId}`
}

function pictureKeyOf(accountId: string): string {
  return `pictures ${accountId}`
}
