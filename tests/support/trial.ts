import process from 'node:process'
import { PROCESS_TEST_MS } from './server-process.ts'

// `npm run trials` sets it.
const isFull = process.env.TRIALS === 'full'
const HOURS_MS = 4 * 3_600_000

/** Time for a test of `tests/trials/`. */
export const TRIAL_MS = isFull ? HOURS_MS : PROCESS_TEST_MS

/** An amount of work: `small` in the ordinary suite, `full` in `npm run trials`. */
export function amount(small: number, full: number): number {
  return isFull ? full : small
}

/** The numbers from 1 of as many rounds, for `test.each`. */
export function rounds(small: number, full: number): number[] {
  return Array.from({ length: amount(small, full) }, (_, at) => at + 1)
}
