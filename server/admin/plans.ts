import { UsageError, type Command } from './command.ts'
import { findUser } from './find-user.ts'
import { toTable, toTime } from './print.ts'
import { readDay } from './promo-codes.ts'

const MOST_SHOWN = 100

export const setPlan: Command = {
  name: 'plan set',
  usage: '<id | e-mail | +mobile | user name> <plan> [--until YYYY-MM-DD]',
  about: 'Sets up a plan for an account, named as in the price list; `none` ends the one it has.',
  flags: { until: 'string' },
  words: [2, 2],
  run: async ({ words: [typed = '', name = ''], flags }, { clock, print, withServices }) => {
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) {
      throw new UsageError('A plan is named with small letters, digits and hyphens.')
    }
    const until = flags.until === undefined ? null : readDay(String(flags.until), clock())
    const account = await withServices(async (services) => {
      const found = await findUser(services, typed)
      await services.transaction((tx) =>
        name === 'none' ? tx.plans.give(found.id, '', null) : tx.plans.give(found.id, name, until),
      )
      return found
    })
    const end = until === null ? '' : ` until ${toTime(until)} UTC`
    print(`${account.name} (${account.id}) has ${name === 'none' ? 'no plan' : name + end}.`)
  },
}

export const listPlans: Command = {
  name: 'plan list',
  usage: '',
  about: `Lists who chose a plan that is not set up yet, the earliest ${MOST_SHOWN}.`,
  run: async (_typed, { print, withServices }) => {
    const waiting = await withServices(({ plans }) => plans.listChosen(MOST_SHOWN))
    print(
      toTable(
        ['account', 'has', 'wants', 'paid', 'in', 'since'],
        waiting.map(({ accountId, plan, chosen }) => [
          accountId,
          plan,
          chosen?.plan ?? '',
          chosen?.billing ?? '',
          chosen?.currency ?? '',
          chosen === undefined ? '' : toTime(chosen.at),
        ]),
      ),
    )
  },
}
