import { createServer } from 'node:net'
import { runCommand } from './admin/run.ts'
import { createTools } from './admin/tools.ts'
import { createApp, type PassportApp } from './app.ts'
import { ConfigError, readConfig, type Config } from './config.ts'
import { readTexts } from './config-file.ts'
import { createLog } from './log.ts'
import { openData } from './open-data.ts'
import { loadSecrets } from './secrets.ts'

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
}

/** Opens the database, brings it up to date and listens; @throws ConfigError in one sentence. */
export async function startServer(settings: Config): Promise<RunningServer> {
  const config = settings.PORT === 0 ? await withFreePort(settings) : settings
  await ensureFree(config)
  const clock = Date.now
  const database = await openData(config, clock)
  const log = createLog(config.LOG_LEVEL || 'info')
  const app = await createApp({ config, database, secrets: loadSecrets(config), clock, log })
  try {
    const port = await app.listen(config.HOST, config.PORT)
    return {
      origin: config.PUBLIC_ORIGIN,
      port,
      sealRoot: app.sealRoot,
      databaseFile: config.databaseFile,
      hasDevMailbox: config.hasDevMailbox,
      app,
      close: () => app.close(),
    }
  } catch (error) {
    await app.close()
    throw toConfigError(error, config)
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
    probe.once('error', (error) => reject(toConfigError(error, config)))
    probe.listen(config.PORT, config.HOST, () => probe.close(() => resolve()))
  })
}

function toConfigError(error: unknown, { HOST, PORT }: Config): Error {
  const code: string = (error as NodeJS.ErrnoException).code ?? ''
  switch (code) {
    case 'EADDRINUSE':
      return new ConfigError(
        `Port ${PORT} is taken: stop what listens there, or set PORT to a free one.`,
      )
    case 'EACCES':
      return new ConfigError(
        `PORT is ${PORT}, but this user may not listen there; choose one from 1024 up.`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new ConfigError(`HOST is "${HOST}", but this machine has no such address.`)
    default:
      return error instanceof Error ? error : new Error(String(error))
  }
}

async function run(): Promise<void> {
  const typed = process.argv.slice(2)
  if (typed.length > 0) {
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
      process.once(signal, () => void server.close())
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

if (import.meta.main) await run()
