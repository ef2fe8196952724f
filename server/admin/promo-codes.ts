import { readDay } from '../lib/read-day.ts'
import { normalizePromoCode } from '../lib/normalize-promo-code.ts'
import { AdminError, UsageError, type Command } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'
import { readCount } from './read-flags.ts'

const MAX_USES = 1_000_000
const MAX_MONTHS = 60
const MAX_PERCENT = 100

export const addPromoCode: Command = {
  name: 'promo add',
  usage: '<code> --percent number [--months number] [--uses number] [--until YYYY-MM-DD]',
  description: 'Makes a promo code: part of the price, for how many months, for how many people.',
  run: async ({ words: [input = ''], flags }, { clock, print, openServices }) => {
    const code = normalizePromoCode(input)
    if (!/^[A-Z0-9-]{3,32}$/.test(code)) {
      throw new UsageError('A code is 3 to 32 letters, digits and hyphens.')
    }
    const promo = {
      code,
      percent: readCount('percent', flags.percent, MAX_PERCENT),
      months: readCount('months', flags.months ?? '1', MAX_MONTHS),
      usesLeft: readCount('uses', flags.uses ?? '1', MAX_USES),
      until: flags.until === undefined ? null : readDay('--until', String(flags.until), clock()),
      createdAt: clock(),
    }
    const { promoCodes } = await openServices()
    if (!(await promoCodes.insert(promo))) {
      throw new AdminError(`There is a code ${code} already.`)
    }
    print(`${code} can be used now.`)
  },
}

export const listPromoCodes = listCommand({
  name: 'promo list',
  description: 'Lists the promo codes and how many uses each has left.',
  rows: () => (services) => services.promoCodes.list(),
  columns: {
    code: ({ code }) => code,
    percent: ({ percent }) => String(percent),
    months: ({ months }) => String(months),
    left: ({ usesLeft }) => String(usesLeft),
    'until (UTC)': ({ until }) => (until === null ? '' : toTime(until)),
  },
})

export const endPromoCode: Command = {
  name: 'promo end',
  usage: '<code>',
  description: 'Ends a promo code at once; who used it keeps what it gave.',
  run: async ({ words: [input = ''] }, { print, openServices }) => {
    const code = normalizePromoCode(input)
    const { promoCodes } = await openServices()
    if (!(await promoCodes.end(code))) {
      throw new AdminError(`There is no code ${code}. "promo list" shows them.`)
    }
    print(`${code} is ended.`)
  },
}
