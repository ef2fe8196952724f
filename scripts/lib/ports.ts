import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Checks that ports of this machine are free; each is keyed by the setting that names it.
 * @throws Error that says which port is taken, and what to do.
 */
export async function expectFree(ports: Readonly<Record<string, number>>): Promise<void> {
  for (const [setting, port] of Object.entries(ports)) {
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
      throw new Error(
        `Port ${port} is taken: stop what listens there, or set ${setting} to a free one.`,
        { cause: error },
      )
    }
    server.close()
    await once(server, 'close')
  }
}
