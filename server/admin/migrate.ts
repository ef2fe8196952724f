import { openMigratedDatabase, planMigrations } from '../store/open-database.ts'
import type { Command } from './command.ts'

export const migrateDatabase: Command = {
  name: 'migrate',
  usage: '[--plan]',
  description: 'Applies the migrations that the next start would apply, or lists them.',
  run: async ({ flags: { plan } }, { clock, config, print }) => {
    const settings = config()
    const names = await planMigrations(settings)
    if (names.length === 0) {
      print('The tables are up to date.')
      return
    }
    if (plan !== true) await (await openMigratedDatabase(settings, clock)).close()
    print(`${plan === true ? 'To apply' : 'Applied'}: ${names.join(', ')}.`)
  },
}
