import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { ACCOUNT } from './addresses.ts'

/** Longer than browsers wait for more of a page before they paint what there is. */
const PAUSE_MS = 700

/** Serves the site again, with a pause in each page after the given part of its text. */
export async function serveInPieces(): Promise<{
  origin: string
  pauseAfter(part: number): void
  server: Server
}> {
  let part = 1
  const server = createServer((request, response) => {
    void (async () => {
      const { accept = '*/*' } = request.headers
      const reply = await fetch(ACCOUNT + (request.url ?? ''), { headers: { accept } })
      const type = reply.headers.get('content-type') ?? ''
      const text = Buffer.from(await reply.arrayBuffer())
      const cut = type.startsWith('text/html') ? Math.floor(text.length * part) : 0
      response.writeHead(reply.status, { 'content-type': type })
      response.write(text.subarray(0, cut))
      if (cut > 0) await wait(PAUSE_MS)
      response.end(text.subarray(cut))
    })().catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    pauseAfter: (next) => (part = next),
    server,
  }
}
