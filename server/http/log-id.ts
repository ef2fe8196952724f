import { randomUUID } from 'node:crypto'

// Formatting a date takes longer than the rest of an id, so calls of one second share it.
let second = 0
let formattedSecond = ''

/** Returns an id for a call in logs and replies: 14 digits of UTC time, 20 random hex digits. */
export function createLogId(now: number): string {
  if (Math.floor(now / 1000) !== second) {
    second = Math.floor(now / 1000)
    formattedSecond = new Date(now).toISOString().replaceAll(/\D/g, '').slice(0, 14)
  }
  const uuid = randomUUID()
  // The digits between hold the version and variant, which are not random.
  return formattedSecond + (uuid.slice(0, 8) + uuid.slice(24)).toUpperCase()
}

/** Returns the second in which the call of a log id began; NaN where it has none. */
export function timeOfLogId(logId: string): number {
  return Date.parse(
    logId.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d).*$/, '$1-$2-$3T$4:$5:$6Z'),
  )
}
