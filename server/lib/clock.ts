/** Returns the time in milliseconds since 1970; tests set it. */
export type Clock = () => number

/** One second in milliseconds. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const DAY_SECONDS = DAY_MS / SECOND_MS

export const YEAR_SECONDS = 365 * DAY_SECONDS

/** Returns the UTC day of a time, such as `2026-11-21`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Converts milliseconds to the whole seconds that the protocol uses. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / SECOND_MS)
}
