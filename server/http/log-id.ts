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
