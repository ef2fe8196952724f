import { readDay } from '../lib/read-day.ts'
import { findAccount } from '../accounts/find-account.ts'
import { UsageError, type Command } from './command.ts'
import { toTime } from './format.ts'
import { listCommand } from './list-command.ts'

const MAX_LISTED = 100

export const setPlan: Command = {
  name: 'plan set',
  usage: '<id | e-mail | +mobile | username> <plan> [--until YYYY-MM-DD]',
  description:
    'Sets up a plan for an account, named as in the price list; `none` ends the one it has.',
  run: async ({ words: [input = '', name = ''], flags }, { clock, print, openServices }) => {
    if (!/^[a-z][a-z0-9-]{0,31}$/.test(name)) {
      throw new UsageError('A plan is named with small letters, digits and hyphens.')
    }
    const until =
      flags.until === undefined ? null : readDay('--until', String(flags.until), clock())
    const services = await openServices()
    const user = await findAccount(services, input)
    await services.transaction((tx) =>
      name === 'none' ? tx.plans.give(user.id, '', null) : tx.plans.give(user.id, name, until),
    )
    const end = until === null ? '' : ` until ${toTime(until)} UTC`
    print(`${user.name} (${user.id}) has ${name === 'none' ? 'no plan' : name + end}.`)
  },
}

export const listPlans = listCommand({
  name: 'plan list',
  description: `Lists who chose a plan that is not set up yet, the earliest ${MAX_LISTED}.`,
  rows: () => (services) => services.plans.listChosen(MAX_LISTED),
  columns: {
    account: ({ accountId }) => accountId,
    has: ({ plan }) => plan,
    wants: ({ chosen }) => chosen?.plan ?? '',
    paid: ({ chosen }) => chosen?.billing ?? '',
    in: ({ chosen }) => chosen?.currency ?? '',
    since: ({ chosen }) => (chosen === undefined ? '' : toTime(chosen.at)),
  },
})
