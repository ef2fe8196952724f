import { createServer } from 'node:net'
import { ConfigError, type Config } from './config.ts'

/** Returns the settings with a free port in place of 0. */
export async function withFreePort(config: Config): Promise<Config> {
  const port = await tryPort(0, config.HOST)
  const withPort = (origin: string): string =>
    origin === 'http://localhost:0' ? `http://localhost:${port}` : origin
  return {
    ...config,
    PORT: port,
    PUBLIC_ORIGIN: withPort(config.PUBLIC_ORIGIN),
    SITE_ORIGIN: withPort(config.SITE_ORIGIN),
  }
}

/** Checks a port before the database is touched. @throws ConfigError */
export async function requireFreePort(address: ListenAddress): Promise<void> {
  await tryPort(address.port, address.host).catch((error: unknown) => {
    throw toConfigError(error, address)
  })
}

/** Listens on a port for a moment; returns its number, which is a free one for 0. */
export async function tryPort(port: number, host: string): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** An address to listen on. */
export interface ListenAddress {
  host: string
  port: number
  /** Names of the settings for host and port. */
  names: readonly [host: string, port: string]
}

/** Returns a ConfigError for an error of listening; other errors stay as they are. */
export function toConfigError(
  error: unknown,
  { host, port, names: [HOST, PORT] }: ListenAddress,
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

/** Returns the address that the server listens on. */
export function listenAddress({ HOST, PORT }: Config): ListenAddress {
  return { host: HOST, port: PORT, names: ['HOST', 'PORT'] }
}

/** Returns the address that the console listens on. */
export function consoleAddress({ CONSOLE_HOST, CONSOLE_PORT }: Config): ListenAddress {
  return { host: CONSOLE_HOST, port: CONSOLE_PORT, names: ['CONSOLE_HOST', 'CONSOLE_PORT'] }
}

/** Returns the address that /metrics listens on. */
export function metricsAddress({ METRICS_HOST, METRICS_PORT }: Config): ListenAddress {
  return { host: METRICS_HOST, port: METRICS_PORT, names: ['METRICS_HOST', 'METRICS_PORT'] }
}
