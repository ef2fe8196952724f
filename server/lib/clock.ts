/** Answers the time in milliseconds since 1970; a test sets it by hand. */
export type Clock = () => number

/** One second in milliseconds; the longer spans below likewise. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** One day in seconds, as `max-age` counts. */
export const DAY_SECONDS = DAY_MS / SECOND_MS

/** One year in seconds: the longest that caches are asked to keep anything. */
export const YEAR_SECONDS = 365 * DAY_SECONDS

/** The day of a time in UTC, such as `2026-11-21`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** Unix seconds, as times travel. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / SECOND_MS)
}
