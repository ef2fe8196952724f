import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand } from './admin/run.ts'
import { createTools } from './admin/tools.ts'
import { createApp, type PassportApp } from './app.ts'
import { SECOND_MS } from './clock.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { readTexts } from './config-file.ts'
import { createLog } from './log.ts'
import { countedLog } from './metrics/counted-log.ts'
import { listenForMetrics } from './metrics/listen.ts'
import { createMetrics, type Load, type Metrics } from './metrics/metrics.ts'
import { openData } from './open-data.ts'
import { loadSecrets } from './secrets.ts'
import type { Services } from './services.ts'

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
  const database = await openData(config, clock)
  const plainLog = createLog(config.LOG_LEVEL || 'info')
  const metrics = config.METRICS_PORT === 0 ? undefined : createMetrics()
  const log = metrics === undefined ? plainLog : countedLog(plainLog, metrics)
  const app = await createApp({ config, database, secrets: loadSecrets(config), clock, log })
  try {
    metrics?.watch(() => loadOf(app.services))
    const closeMetrics = await openMetrics(config, metrics)
    const port = await app.listen(config.HOST, config.PORT)
    const close = async (): Promise<void> => {
      await app.close()
      await closeMetrics()
    }
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
    await app.close()
    throw error instanceof ConfigError ? error : toConfigError(error, mainAddress(config))
  }
}

async function openMetrics(
  { METRICS_HOST: host, METRICS_PORT: port }: Config,
  metrics: Metrics | undefined,
): Promise<() => Promise<void>> {
  if (metrics === undefined) return () => Promise.resolve()
  try {
    const listening = await listenForMetrics(metrics, host, port)
    return listening.close
  } catch (error) {
    throw toConfigError(error, { host, port, names: ['METRICS_HOST', 'METRICS_PORT'] })
  }
}

async function loadOf({ clock, passwords, stores }: Services): Promise<Load> {
  const { running, waiting } = passwords.load()
  const { count, oldestAt } = await stores.outbox.backlog()
  return {
    hashing: running,
    hashesWaiting: waiting,
    messagesWaiting: count,
    oldestMessageSeconds: oldestAt === undefined ? 0 : (clock() - oldestAt) / SECOND_MS,
  }
}

async function withFreePort(config: Config): Promise<Config> {
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, config.HOST, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
  const isOwn = config.PUBLIC_ORIGIN === 'http://localhost:0'
  return {
    ...config,
    PORT: port,
    PUBLIC_ORIGIN: isOwn ? `http://localhost:${port}` : config.PUBLIC_ORIGIN,
  }
}

// Asked before the database is touched, so that a second start by mistake changes nothing.
async function ensureFree(config: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(toConfigError(error, mainAddress(config))))
    probe.listen(config.PORT, config.HOST, () => probe.close(() => resolve()))
  })
}

interface Listening {
  host: string
  port: number
  /** What the settings of the two are called. */
  names: readonly [host: string, port: string]
}

function toConfigError(error: unknown, { host, port, names: [HOST, PORT] }: Listening): Error {
  const code: string = (error as NodeJS.ErrnoException).code ?? ''
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `Port ${port} is taken: stop what listens there, or set ${PORT} to a free one.`,
      )
    case 'EACCES':
      return new ConfigError(
        `${PORT} is ${port}, but this user may not listen there; choose one from 1024 up.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`${HOST} is "${host}", but this machine has no such address.`)
    default:
      return error instanceof Error ? error : new Error(String(error))
  }
}

function mainAddress({ HOST, PORT }: Config): Listening {
  return { host: HOST, port: PORT, names: ['HOST', 'PORT'] }
}

async function run(): Promise<void> {
  const typed = process.argv.slice(2)
  if (typed.length > 0) {
    // Whoever reads the output may have seen enough of it.
    process.stdout.on('error', () => process.exit())
    process.exitCode = await runCommand(typed, createTools(process.env), (line) =>
      process.stderr.write(`${line}\n`),
    )
    return
  }
  try {
    const server = await startServer(readConfig(readTexts(process.env)))
    console.log(`The account server is ready at ${server.origin}.`)
    if (server.hasDevMailbox) console.log(`Messages arrive at ${server.origin}/dev/mailbox.`)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => void server.stop())
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

if (import.meta.main) await run()
