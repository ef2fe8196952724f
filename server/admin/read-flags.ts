import { validate } from 'superstruct'
import { operatorReason } from '#protocol/admin-objects.ts'
import { DAY_MS, dayOf } from '../lib/clock.ts'
import { UsageError, type CommandInput } from './command.ts'

type Flag = CommandInput['flags'][string]

/** Returns what an option says; undefined where it is missing. */
export function textOf(flag: Flag): string | undefined {
  return flag === undefined ? undefined : String(flag)
}

/** Reads `--reason`; empty where there is none. @throws UsageError */
export function readReason({ reason = '' }: CommandInput['flags']): string {
  if (String(reason).trim() === '') return ''
  const [invalid, text] = validate(reason, operatorReason, { coerce: true })
  if (invalid === undefined) return text
  throw new UsageError('--reason has more than 500 characters, or some that people cannot see.')
}

/** Reads the reason of an act that needs one. @throws UsageError */
export function requireReason(flags: CommandInput['flags'], verb: string): string {
  const reason = readReason(flags)
  if (reason !== '') return reason
  throw new UsageError(`To ${verb} needs a reason: --reason "what happened".`)
}

/**
 * Reads a whole number from 1 to `max`.
 * @throws UsageError
 */
export function readCount(flag: string, text: Flag, max: number): number {
  const count = /^\d{1,9}$/.test(String(text)) ? Number(text) : 0
  if (count >= 1 && count <= max) return count
  throw new UsageError(`--${flag} is "${text ?? ''}", but must be a whole number from 1 to ${max}.`)
}

/** Rows that a list shows unless `--limit` says how many. */
export const LISTED = 50
const MAX_LISTED = 10_000

/** Reads `--limit`. @throws UsageError */
export function readLimit({ limit = String(LISTED) }: CommandInput['flags']): number {
  return readCount('limit', limit, MAX_LISTED)
}

/**
 * Reads a time of UTC, such as 2027-03-31T08:00Z, or a day: its begin, or for `until` its end.
 * @throws UsageError
 */
export function readMoment(flag: 'since' | 'until', text: Flag): number | undefined {
  if (text === undefined) return undefined
  const isDay = /^\d{4}-\d\d-\d\d$/.test(String(text))
  const moment = Date.parse(isDay ? `${text}T00:00Z` : String(text))
  // `Date.parse` takes a 30th of February for the 2nd of March, and a time without zone for local.
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(String(text))
  if (Number.isNaN(moment) || !(isDay || isTime) || dayOf(moment) !== String(text).slice(0, 10)) {
    throw new UsageError(
      `--${flag} is "${text}", but must be a day such as 2027-03-31, or a time such as 2027-03-31T08:00Z.`,
    )
  }
  return isDay && flag === 'until' ? moment + DAY_MS - 1 : moment
}

/**
 * Reads a time with its zone, such as 2027-03-31T10:02+09:00, or the last 10:02 of UTC before `now`.
 * @throws UsageError
 */
export function readTime(flag: string, text: string, now: number): number {
  const isShort = /^\d\d:\d\d$/.test(text)
  const isFull = /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d)$/.test(text)
  const moment = Date.parse(isShort ? `${dayOf(now)}T${text}Z` : isFull ? text : '')
  // `Date.parse` takes a 31st of February for the 3rd of March.
  const day = Date.parse(`${text.slice(0, 10)}T00:00Z`)
  if (Number.isNaN(moment) || (isFull && dayOf(day) !== text.slice(0, 10))) {
    throw new UsageError(
      `--${flag} is "${text}", but must be a time of UTC such as 10:02, or one with its zone such as 2027-03-31T10:02+09:00.`,
    )
  }
  return isShort && moment > now ? moment - DAY_MS : moment
}
