const MINUTE_SECONDS = 60

/** Formats a wait: seconds with their unit, or minutes and seconds. */
export function clock(seconds: number, unit: string): string {
  if (seconds < MINUTE_SECONDS) return `${seconds} ${unit}`
  const rest = String(seconds % MINUTE_SECONDS).padStart(2, '0')
  return `${Math.floor(seconds / MINUTE_SECONDS)}:${rest}`
}
