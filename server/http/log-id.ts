import { randomUUID } from 'node:crypto'

let lastSecond = 0
let lastStamp = ''

/** Id of a call in logs and replies: 14 digits of UTC time and 20 random hex digits. */
export function makeLogId(now: number): string {
  const second = Math.floor(now / 1000)
  if (second !== lastSecond) {
    lastSecond = second
    lastStamp = new Date(second * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14)
  }
  // A UUID comes from a pool of random bytes; these 20 of its digits are all random.
  const uuid = randomUUID()
  return lastStamp + (uuid.slice(0, 8) + uuid.slice(24)).toUpperCase()
}
