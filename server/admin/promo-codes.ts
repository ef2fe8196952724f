import { AdminError, UsageError, type Command } from './command.ts'
import { toTable, toTime } from './print.ts'
import { DAY_MS, dayOf } from '../lib/clock.ts'
import { toPromoCode } from '../endpoints/promo-codes.ts'

const MOST_USES = 1_000_000
const MOST_MONTHS = 60
const ALL_PERCENT = 100

export const addPromoCode: Command = {
  name: 'promo add',
  usage: '<code> --percent number [--months number] [--uses number] [--until YYYY-MM-DD]',
  about: 'Makes a promo code: part of the price, for how many months, for how many people.',
  flags: { percent: 'string', months: 'string', uses: 'string', until: 'string' },
  words: [1, 1],
  run: async ({ words: [typed = ''], flags }, { clock, print, withServices }) => {
    const code = toPromoCode(typed)
    if (!/^[A-Z0-9-]{3,32}$/.test(code)) {
      throw new UsageError('A code is 3 to 32 letters, digits and hyphens.')
    }
    const promo = {
      code,
      percent: readNumber('--percent', flags.percent, ALL_PERCENT),
      months: readNumber('--months', flags.months ?? '1', MOST_MONTHS),
      usesLeft: readNumber('--uses', flags.uses ?? '1', MOST_USES),
      until: flags.until === undefined ? null : readDay(String(flags.until), clock()),
      createdAt: clock(),
    }
    if (!(await withServices(({ promoCodes }) => promoCodes.insert(promo)))) {
      throw new AdminError(`There is a code ${code} already.`)
    }
    print(`${code} can be used now.`)
  },
}

export const listPromoCodes: Command = {
  name: 'promo list',
  usage: '',
  about: 'Lists the promo codes and how many uses each has left.',
  run: async (_typed, { print, withServices }) => {
    const all = await withServices(({ promoCodes }) => promoCodes.list())
    print(
      toTable(
        ['code', 'percent', 'months', 'left', 'until (UTC)'],
        all.map((one) => [
          one.code,
          String(one.percent),
          String(one.months),
          String(one.usesLeft),
          one.until === null ? '' : toTime(one.until),
        ]),
      ),
    )
  },
}

export const endPromoCode: Command = {
  name: 'promo end',
  usage: '<code>',
  about: 'Ends a promo code at once; who used it keeps what it gave.',
  words: [1, 1],
  run: async ({ words: [typed = ''] }, { print, withServices }) => {
    const code = toPromoCode(typed)
    if (!(await withServices(({ promoCodes }) => promoCodes.end(code)))) {
      throw new AdminError(`There is no code ${code}.`)
    }
    print(`${code} is ended.`)
  },
}

function readNumber(name: string, value: string | boolean | undefined, most: number): number {
  const count = /^\d{1,7}$/.test(String(value)) ? Number(value) : 0
  if (count < 1 || count > most)
    throw new UsageError(`${name} is a whole number from 1 to ${most}.`)
  return count
}

/** Reads `--until`; the day itself still counts, everywhere on earth. @throws UsageError. */
export function readDay(text: string, now: number): number {
  const end = Date.parse(`${text}T23:59:59.999-12:00`)
  // A 30th of February would be read as the 2nd of March.
  if (Number.isNaN(end) || dayOf(end - DAY_MS / 2) !== text) {
    throw new UsageError(`--until is "${text}", but must be a day such as 2027-03-31.`)
  }
  if (end < now) throw new UsageError(`--until is "${text}", but that day is over.`)
  return end
}
