import { setTimeout as sleep } from 'node:timers/promises'
import { createApp, type PassportApp } from './app.ts'
import { SECOND_MS } from './lib/clock.ts'
import type { Config } from './config/config.ts'
import { createLog } from './lib/log.ts'
import { logWithMetrics } from './metrics/log-with-metrics.ts'
import { loadOf } from './metrics/load.ts'
import type { Metrics } from './metrics/metrics.ts'
import { openMigratedDatabase } from './store/open-database.ts'
import { ensureFree, mainAddress, toConfigError, withFreePort } from './config/ports.ts'
import { ensureSameSecrets } from './config/secret-marks.ts'
import { loadSecrets, type Secrets } from './config/secrets.ts'
import type { Database } from './store/database.ts'
import { secretMarkRepository } from './store/secret-mark-repository.ts'

/** A server that listens. */
export interface RunningServer {
  /** Where people find it. */
  readonly origin: string
  readonly port: number
  /** Public half of the key that signs sealing keys, base64url, 43 characters. */
  readonly sealRoot: string
  readonly databaseFile: string
  readonly hasDevMailbox: boolean
  readonly app: PassportApp
  /** Finishes what is under way and lets the process end. */
  close(): Promise<void>
  /** The same, after balancers had the time to see that no call may come here any more. */
  stop(): Promise<void>
}

/** Opens the database, brings it up to date and listens; @throws ConfigError in one sentence. */
export async function startServer(settings: Config): Promise<RunningServer> {
  const config = settings.PORT === 0 ? await withFreePort(settings) : settings
  await ensureFree(config)
  const clock = Date.now
  const plainLog = createLog(config.LOG_LEVEL || 'info')
  const database = await openMigratedDatabase(config, clock, {
    onConnectionError: (error) =>
      plainLog.pino.warn({ err: error }, 'a connection to the database was lost'),
  })
  const metrics = config.METRICS_PORT === 0 ? undefined : await loadMetrics()
  const log = metrics === undefined ? plainLog : logWithMetrics(plainLog, metrics)
  const secrets = await ownSecrets(config, database)
  const app = await createApp({ config, database, secrets, clock, log })
  let closeMetrics: (() => Promise<void>) | undefined
  const close = async (): Promise<void> => {
    await app.close()
    await closeMetrics?.()
  }
  try {
    closeMetrics = await metrics?.listen(config, () => loadOf(app.services))
    const port = await app.listen(config.HOST, config.PORT)
    return {
      origin: config.PUBLIC_ORIGIN,
      port,
      sealRoot: app.sealRoot,
      databaseFile: config.databaseFile,
      hasDevMailbox: config.hasDevMailbox,
      app,
      close,
      stop: async () => {
        app.drain()
        await sleep(config.DRAIN_SECONDS * SECOND_MS)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw toConfigError(error, mainAddress(config))
  }
}

// Before anything is done with them.
async function ownSecrets(config: Config, database: Database): Promise<Secrets> {
  try {
    const secrets = loadSecrets(config)
    await ensureSameSecrets(secretMarkRepository(database.query), secrets)
    return secrets
  } catch (error) {
    await database.close()
    throw error
  }
}

// A server that nobody measures does without the library.
async function loadMetrics(): Promise<Metrics> {
  return (await import('./metrics/metrics.ts')).createMetrics()
}
