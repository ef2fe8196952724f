import { createServer } from 'node:net'
import { ConfigError, type Config } from './config.ts'

/** The same settings, with a free port in place of 0. */
export async function withFreePort(config: Config): Promise<Config> {
  const port = await new Promise<number>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, config.HOST, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
  const withPort = (origin: string): string =>
    origin === 'http://localhost:0' ? `http://localhost:${port}` : origin
  return {
    ...config,
    PORT: port,
    PUBLIC_ORIGIN: withPort(config.PUBLIC_ORIGIN),
    SITE_ORIGIN: withPort(config.SITE_ORIGIN),
  }
}

/**
 * Asked before the database is touched, so that a second start by mistake changes nothing.
 * @throws ConfigError in one sentence.
 */
export async function ensureFree(config: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(toConfigError(error, mainAddress(config))))
    probe.listen(config.PORT, config.HOST, () => probe.close(() => resolve()))
  })
}

/** Where something listens. */
export interface Listening {
  host: string
  port: number
  /** What the settings of the two are called. */
  names: readonly [host: string, port: string]
}

/** The sentence for an error of listening; any other error stays as it is. */
export function toConfigError(
  error: unknown,
  { host, port, names: [HOST, PORT] }: Listening,
): Error {
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

/** Where the server itself listens. */
export function mainAddress({ HOST, PORT }: Config): Listening {
  return { host: HOST, port: PORT, names: ['HOST', 'PORT'] }
}
