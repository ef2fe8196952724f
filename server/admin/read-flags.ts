import { DAY_MS, dayOf } from '../lib/clock.ts'
import { UsageError } from './command.ts'

/**
 * Reads a whole number from 1 to `max`.
 * @throws UsageError
 */
export function readCount(flag: string, text: string | boolean | undefined, max: number): number {
  const count = /^\d{1,9}$/.test(String(text)) ? Number(text) : 0
  if (count >= 1 && count <= max) return count
  throw new UsageError(`--${flag} is "${text ?? ''}", but must be a whole number from 1 to ${max}.`)
}

/**
 * Reads the value of `--until`; returns the end of that day in the last time zone, in milliseconds.
 * @throws UsageError
 */
export function readDay(text: string, now: number): number {
  const end = Date.parse(`${text}T23:59:59.999-12:00`)
  // `Date.parse` takes a 30th of February for the 2nd of March.
  if (Number.isNaN(end) || dayOf(end - DAY_MS / 2) !== text) {
    throw new UsageError(`--until is "${text}", but must be a day such as 2027-03-31.`)
  }
  if (end < now) throw new UsageError(`--until is "${text}", but that day is over.`)
  return end
}
