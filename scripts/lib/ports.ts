import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Makes sure that nobody listens on some ports of this machine, each by the setting that names it,
 * before anything is started there.
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
