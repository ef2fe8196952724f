import { DAY_MS, toSeconds } from '../lib/clock.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { RateLimits } from '../limits/limits.ts'

/** How often each part of a profile may be changed, and in what time. */
export const updateLimits = {
  name: { max: 5, windowMs: 7 * DAY_MS },
  user_unique_name: { max: 2, windowMs: 90 * DAY_MS },
  description: { max: 20, windowMs: DAY_MS },
  gender: { max: 3, windowMs: 30 * DAY_MS },
  birthday: { max: 2, windowMs: 365 * DAY_MS },
  avatar: { max: 20, windowMs: DAY_MS },
  bg_img: { max: 20, windowMs: DAY_MS },
} as const satisfies Record<string, { max: number; windowMs: number }>

/** A part of a profile whose changes are counted. */
export type LimitedField = keyof typeof updateLimits

/** All parts whose changes are counted. */
export const limitedFields = Object.keys(updateLimits) as LimitedField[]

/** What is left of a person's changes of one part. */
export interface Remaining {
  field: LimitedField
  remaining: number
  /** How many there are in their time. */
  most: number
  /** Unix time in seconds at which all are there again; 0 where none was used. */
  reset_at: number
}

/** Counts one change of each part, in the transaction that makes it; @throws no_updates_left. */
export async function takeUpdates(
  { rateLimits }: { rateLimits: RateLimits },
  accountId: string,
  fields: readonly LimitedField[],
  now: number,
): Promise<void> {
  for (const field of fields) {
    const wait = await rateLimits.take([{ key: keyOf(accountId, field), ...updateLimits[field] }])
    if (wait !== undefined) {
      throw new PassportError('no_updates_left', { field, reset_at: toSeconds(now) + wait })
    }
  }
}

/** Forgets the changes of an account that is no more. */
export async function forgetUpdates(
  { rateLimits }: { rateLimits: RateLimits },
  accountId: string,
): Promise<void> {
  await rateLimits.forget(limitedFields.map((field) => keyOf(accountId, field)))
}

/** What is left of each part. */
export async function remainingUpdates(
  { rateLimits }: { rateLimits: RateLimits },
  accountId: string,
  fields: readonly LimitedField[],
  now: number,
): Promise<Remaining[]> {
  const counts = await rateLimits.look(
    fields.map((field) => keyOf(accountId, field)),
    now,
  )
  return fields.map((field) => {
    const used = counts.find(({ key }) => key === keyOf(accountId, field))
    return {
      field,
      remaining: Math.max(0, updateLimits[field].max - (used?.count ?? 0)),
      most: updateLimits[field].max,
      reset_at: used === undefined ? 0 : toSeconds(used.expiresAt),
    }
  })
}

function keyOf(accountId: string, field: LimitedField): string {
  return `update ${field} ${accountId}`
}
