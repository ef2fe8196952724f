import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import path from 'node:path'
import { root } from './lib/prepare.mjs'

const files: Readonly<Record<string, [name: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/favicon.svg': ['favicon.svg', 'image/svg+xml'],
  '/host.css': ['host.css', 'text/css; charset=utf-8'],
  '/host.js': ['host.js', 'text/javascript; charset=utf-8'],
}

/** The origins it is reached by, as HOST_PAGE_ORIGINS takes them. */
export function hostPageOrigins(port: number): string {
  return ['localhost', '127.0.0.1'].map((host) => `http://${host}:${port}`).join()
}

/** The example page while it is served. */
export interface HostPage {
  close(): void
}

/**
 * Serves the example of a foreign page that embeds the element from `account` (an origin), on both
 * loopback addresses: `localhost` is the same site as the account server, `127.0.0.1` another one.
 */
export async function startHostPage(port: number, account: string): Promise<HostPage> {
  const answer: RequestListener = (request, response) => {
    const found = files[(request.url ?? '/').split('?')[0] ?? '/']
    if (found === undefined) {
      response
        .writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        .end('There is no page at this address.\n')
      return
    }
    const [name, type] = found
    readFile(path.join(root, 'examples/host-page', name), 'utf8').then(
      (text) => {
        response.writeHead(200, {
          'content-type': type,
          'content-security-policy': `default-src 'self'; script-src 'self' ${account}; connect-src ${account}; worker-src blob:; form-action 'self' ${account}`,
        })
        response.end(text.replaceAll('{{account}}', account))
      },
      (error: unknown) => {
        response
          .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
          .end(`${String(error)}\n`)
      },
    )
  }
  const servers = [createServer(answer), createServer(answer)] as const
  await listen(servers[0], port, '127.0.0.1')
  // A machine without IPv6 has one loopback address only.
  await listen(servers[1], port, '::1').catch(ignoreMissingAddress)
  return {
    close() {
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
      }
    },
  }
}

function listen(
  server: ReturnType<typeof createServer>,
  port: number,
  host: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

function ignoreMissingAddress(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EADDRNOTAVAIL' && error.code !== 'EAFNOSUPPORT') throw error
}
