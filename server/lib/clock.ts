/** Returns the time in milliseconds since 1970; tests set it. */
export type Clock = () => number

/** One second in milliseconds. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const DAY_SECONDS = DAY_MS / SECOND_MS

export const YEAR_SECONDS = 365 * DAY_SECONDS

/** A stored time that is later by more than this was written while a clock was ahead, and counts for nothing. */
export const CLOCK_SKEW_MS = 5 * SECOND_MS

/** Returns the milliseconds until a stored time that is at most `longestMs` away; 0 for any other. */
export function waitUntil(time: number, now: number, longestMs: number): number {
  const waitMs = time - now
  return waitMs > longestMs + CLOCK_SKEW_MS ? 0 : Math.min(longestMs, Math.max(0, waitMs))
}

/** Whether a stored time lies within a period before now. */
export function wasWithin(time: number, now: number, periodMs: number): boolean {
  return now - time < periodMs && time <= now + CLOCK_SKEW_MS
}

/** Returns the UTC day of a time, such as `2026-11-21`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Converts milliseconds to the whole seconds that the protocol uses. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / SECOND_MS)
}
