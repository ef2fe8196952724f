import { DAY_MS, dayOf } from './clock.ts'
import { OperatorError } from './operator-error.ts'

/**
 * Reads the last day of something, called `name`; returns the end of that day in the last time zone.
 * @throws OperatorError
 */
export function readDay(name: string, text: string, now: number): number {
  const end = Date.parse(`${text}T23:59:59.999-12:00`)
  // `Date.parse` takes a 30th of February for the 2nd of March.
  if (Number.isNaN(end) || dayOf(end - DAY_MS / 2) !== text) {
    throw new OperatorError('invalid', 'day', name, text)
  }
  if (end < now) throw new OperatorError('invalid', 'dayOver', name, text)
  return end
}
