import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import path from 'node:path'
import { root } from './lib/prepare.mjs'

const files: Readonly<Record<string, [name: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/host.css': ['host.css', 'text/css; charset=utf-8'],
  '/favicon.svg': ['favicon.svg', 'image/svg+xml'],
  '/host.js': ['host.js', 'text/javascript; charset=utf-8'],
}

/** Serves the example of a foreign page that embeds the element from `account` (an origin). */
export async function startHostPage(port: number, account: string): Promise<Server> {
  const server = createServer((request, response) => {
    const found = files[(request.url ?? '/').split('?')[0] ?? '/']
    if (found === undefined) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found\n')
      return
    }
    const [name, type] = found
    readFile(path.join(root, 'examples/host-page', name), 'utf8').then(
      (text) => {
        response.writeHead(200, {
          'content-type': type,
          'content-security-policy': `default-src 'self'; script-src 'self' ${account}; connect-src ${account}; form-action 'self' ${account}`,
        })
        response.end(text.replaceAll('{{account}}', account))
      },
      (error: unknown) => {
        response
          .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
          .end(`${String(error)}\n`)
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', resolve)
  })
  return server
}
