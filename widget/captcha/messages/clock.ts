const MINUTE_SECONDS = 60

/** A wait as people read it: seconds with their unit, from a minute on as on a clock. */
export function clock(seconds: number, unit: string): string {
  if (seconds < MINUTE_SECONDS) return `${seconds} ${unit}`
  const rest = String(seconds % MINUTE_SECONDS).padStart(2, '0')
  return `${Math.floor(seconds / MINUTE_SECONDS)}:${rest}`
}
