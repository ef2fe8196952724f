import { createServer } from 'node:net'

// Below the ports that systems give to outgoing connections: one of those could take the port between
// finding it and listening on it.
const FIRST = 20_000
const COUNT = 12_000

// Each process begins elsewhere, and gives no port twice.
let next = Math.floor(Math.random() * COUNT)

/** A port nobody listens on right now, and that this process has given to nobody else. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < COUNT; tried++) {
    next = (next + 1) % COUNT
    // Kept here: other calls take the next one meanwhile.
    const port = FIRST + next
    if (await isFree(port)) return port
  }
  throw new Error('all ports are taken')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
