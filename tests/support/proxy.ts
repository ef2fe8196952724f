import { createServer, connect, type Socket } from 'node:net'

/** A proxy between a server and its database that can break connections. */
export interface Proxy {
  readonly url: string
  /** Forwards the next data with `text`, then cuts that connection before the answer. */
  cutAfter(text: string): void
  /** Cuts all connections and refuses new ones until `restore`. */
  cut(): Promise<void>
  /** Keeps all connections open and forwards nothing until `restore`. */
  stall(): void
  restore(): Promise<void>
  close(): Promise<void>
}

/** Starts a proxy for the server of a database URL. */
export async function createProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let trap: string | undefined
  let isStalled = false

  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    const end = (): void => {
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    let isTrapped = false
    near.on('data', (data) => {
      if (isStalled) return
      far.write(data)
      if (trap === undefined || !data.includes(trap)) return
      trap = undefined
      isTrapped = true
    })
    far.on('data', (data) => {
      if (isStalled) return
      // The database has answered, so the statement was executed; the client does not learn that.
      if (isTrapped) end()
      else near.write(data)
    })
  })

  async function listen(port: number): Promise<number> {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  async function cut(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  const port = await listen(0)
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.href,
    cutAfter: (text) => {
      trap = text
    },
    cut,
    stall: () => {
      isStalled = true
    },
    restore: async () => {
      isStalled = false
      if (!server.listening) await listen(port)
    },
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
