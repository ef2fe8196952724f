import { readSettingTexts, type SettingTexts } from '../config/config-file.ts'
import { readConfig } from '../config/config.ts'
import { admitSecrets } from '../config/secret-marks.ts'
import { loadSecrets } from '../config/secrets.ts'
import { createLog } from '../lib/log.ts'
import { createServices } from '../services/services.ts'
import { openMigratedDatabase, type OpenedDatabase } from '../store/open-database.ts'
import { secretMarkRepository } from '../store/secret-mark-repository.ts'
import type { Tools } from './command.ts'

/** Creates the tools of a command in a terminal. */
export function createTools(env: SettingTexts): Tools {
  const readSettings = (): ReturnType<typeof readConfig> => readConfig(readSettingTexts(env))

  let opened: OpenedDatabase | undefined

  async function open(): Promise<OpenedDatabase> {
    // Not to standard output, which may be read by programs.
    const onNew = (sentence: string) => process.stderr.write(`${sentence}\n`)
    opened ??= await openMigratedDatabase(readSettings(), Date.now, { onNew })
    return opened
  }

  return {
    env,
    clock: Date.now,
    print: (line) => process.stdout.write(`${line}\n`),
    config: readSettings,
    secrets: () => loadSecrets(readSettings()),
    openDatabase: open,
    openServices: async () => {
      const database = await open()
      // A number for new ids is drawn, since a server beside it may have that of the settings.
      const config = { ...readSettings(), NODE_NUMBER: 64 }
      const marks = secretMarkRepository(database.query)
      const secrets = await admitSecrets(marks, loadSecrets(config))
      const log = createLog('silent')
      const clock = database.clock.now
      const services = createServices({ config, database, secrets, clock, log })
      // Running servers send the messages, because this process may end too early.
      await services.webhookWorker.close()
      await services.outboxWorker.close()
      return services
    },
    close: async () => await opened?.close(),
  }
}
