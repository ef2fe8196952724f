import { readSettingTexts, type SettingTexts } from '../config/config-file.ts'
import { readConfig } from '../config/config.ts'
import { loadSecrets } from '../config/secrets.ts'
import { createLog } from '../lib/log.ts'
import { createServices } from '../services/services.ts'
import { openMigratedDatabase } from '../store/open-database.ts'
import type { Tools } from './command.ts'

/** Creates the tools of a command in a terminal. */
export function createTools(env: SettingTexts): Tools {
  const readSettings = (): ReturnType<typeof readConfig> => readConfig(readSettingTexts(env))
  return {
    env,
    clock: Date.now,
    print: (line) => process.stdout.write(`${line}\n`),
    config: readSettings,
    secrets: () => loadSecrets(readSettings()),
    withServices: async (work) => {
      const config = readSettings()
      const database = await openMigratedDatabase(config, Date.now)
      try {
        const secrets = loadSecrets(config)
        const log = createLog('silent')
        const clock = database.clock.now
        const services = createServices({ config, database, secrets, clock, log })
        // Running servers send the messages, because this process may end too early.
        await services.outboxWorker.close()
        return await work(services)
      } finally {
        await database.close()
      }
    },
  }
}
