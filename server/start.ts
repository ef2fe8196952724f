import { setTimeout as sleep } from 'node:timers/promises'
import { createApp } from './app.ts'
import { ConfigError, type Config } from './config/config.ts'
import {
  consoleAddress,
  listenAddress,
  metricsAddress,
  requireFreePort,
  toConfigError,
  withFreePort,
} from './config/ports.ts'
import { admitSecrets } from './config/secret-marks.ts'
import { loadSecrets, type Secrets } from './config/secrets.ts'
import { SECOND_MS, type Clock } from './lib/clock.ts'
import { createLog } from './lib/log.ts'
import { loadOf } from './metrics/load.ts'
import { logWithMetrics } from './metrics/log-with-metrics.ts'
import type { Metrics } from './metrics/metrics.ts'
import { admitRpId } from './passkeys/admit-rp-id.ts'
import { isHalfCopied } from './store/copy/copy-database.ts'
import { keepMeasuring } from './store/database-clock.ts'
import { isTableMissing, isUnusable } from './store/database-errors.ts'
import type { Database } from './store/database.ts'
import { openMigratedDatabase, unusableDatabase } from './store/open-database.ts'
import { passkeyRepository } from './store/passkey-repository.ts'
import { secretMarkRepository } from './store/secret-mark-repository.ts'

/** A server that is listening. */
export type RunningServer = Awaited<ReturnType<typeof startServer>>

/** Opens and migrates the database and listens. @throws ConfigError in one sentence */
export async function startServer(settings: Config, machineClock: Clock = Date.now) {
  const config = settings.PORT === 0 ? await withFreePort(settings) : settings
  await requireFreePort(listenAddress(config))
  if (config.METRICS_PORT !== 0) await requireFreePort(metricsAddress(config))
  if (config.CONSOLE_PORT !== 0) await requireFreePort(consoleAddress(config))
  const plainLog = createLog(config.LOG_LEVEL || 'info')
  const loaded = loadSecrets(config)
  const database = await openMigratedDatabase(config, machineClock, {
    check: (opened) => checkSecrets(opened, loaded),
    onNew: (sentence) => plainLog.pino.warn(sentence),
    onConnectionError: (error) =>
      plainLog.pino.warn({ err: error }, 'a connection to the database was lost'),
  })
  const metrics = config.METRICS_PORT === 0 ? undefined : await loadMetrics()
  const log = metrics === undefined ? plainLog : logWithMetrics(plainLog, metrics)
  const { clock } = database
  const marks = secretMarkRepository(database.query)
  const app = await requireWhole(database)
    .then(() => admitRpId(marks, passkeyRepository(database.query), config))
    .then(() => admitSecrets(marks, loaded))
    .then((secrets) => createApp({ config, database, secrets, clock: clock.now, log }))
    .catch(async (error: unknown) => {
      await database.close()
      // It was usable when it was opened.
      throw isUnusable(error) ? unusableDatabase(config, error) : error
    })
  let closeMetrics: (() => Promise<void>) | undefined
  const stopMeasuring = keepMeasuring(clock)
  const close = async (): Promise<void> => {
    await stopMeasuring()
    await app.close()
    await closeMetrics?.()
  }
  try {
    closeMetrics = await metrics?.listen(config, () => loadOf(app, clock, config))
    const port = await app.listen(config.HOST, config.PORT)
    await app.console?.listen(config.CONSOLE_HOST, config.CONSOLE_PORT).catch((error: unknown) => {
      throw toConfigError(error, consoleAddress(config))
    })
    return {
      /** The public origin. */
      origin: config.PUBLIC_ORIGIN,
      port,
      /** Public half of the key that signs sealing keys, base64url, 43 characters. */
      sealRoot: app.sealRoot,
      databaseFile: config.databaseFile,
      hasDevMailbox: config.hasDevMailbox,
      app,
      /** Waits for calls under way and lets the process end. */
      close,
      /** Waits until load balancers have seen that it drains, then closes. */
      stop: async () => {
        app.drain()
        await sleep(config.DRAIN_SECONDS * SECOND_MS)
        await close()
      },
    }
  } catch (error) {
    await close()
    throw toConfigError(error, listenAddress(config))
  }
}

// Refuses other secrets than those the database was used with, before anything is migrated.
async function checkSecrets({ query }: Database, secrets: Secrets): Promise<void> {
  try {
    await admitSecrets(secretMarkRepository(query), secrets)
  } catch (error) {
    // The database is new; the marks are stored once it has tables.
    if (!isTableMissing(error)) throw error
  }
}

async function requireWhole(database: Database): Promise<void> {
  if (!(await isHalfCopied(database))) return
  throw new ConfigError(
    'A copy has filled the database by half: stop it and run "db copy" again with --restart.',
  )
}

// The library is loaded only where metrics are served.
async function loadMetrics(): Promise<Metrics> {
  return (await import('./metrics/metrics.ts')).createMetrics()
}
