import type { Tools } from './command.ts'
import { readConfig } from '../config/config.ts'
import { readTexts, type Texts } from '../config/config-file.ts'
import { openMigratedDatabase } from '../store/open-database.ts'
import { loadSecrets } from '../config/secrets.ts'
import { createStores } from '../services/all-rows.ts'

/** Tools of a command that was typed in a terminal. */
export function createTools(env: Texts): Tools {
  const config = () => readConfig(readTexts(env))
  return {
    env,
    clock: Date.now,
    print: (line) => process.stdout.write(`${line}\n`),
    config,
    secrets: () => loadSecrets(config()),
    withData: async (work) => {
      const database = await openMigratedDatabase(config(), Date.now)
      try {
        return await work(createStores(database))
      } finally {
        await database.close()
      }
    },
  }
}
