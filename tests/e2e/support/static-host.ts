import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
}

/** Serves each folder below `/<its name>/`, and writes `account` for the address of the account server. */
export async function serveStatic(
  port: number,
  folders: Readonly<Record<string, string>>,
  account: string,
): Promise<{ close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const [, name = '', rest = ''] = /^\/([\w-]+)\/(.*)$/.exec(pathname) ?? []
    const file = path.join(folders[name] ?? '/nowhere', path.normalize(`/${rest || 'index.html'}`))
    readFile(file, 'utf8').then(
      (text) => {
        response.setHeader('content-type', types[path.extname(file)] ?? 'text/plain')
        response.end(text.replaceAll('http://localhost:4321', account))
      },
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(port, 'localhost', resolve)
  })
  return {
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
