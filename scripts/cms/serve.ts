import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { StructError } from 'superstruct'
import { lintContent } from '../../src/lib/content-lint/lint-content.ts'
import { formatFinding } from '../../src/lib/content-lint/report.ts'
import { editorConfig } from './config.ts'
import { answer, Refused } from './files.ts'

/** Pictures come inside a request, half as large again. */
const MOST_BYTES = 32_000_000

/** The editor compiles the rules of its settings, and writes styles; nothing leaves this machine. */
const POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self' blob:; font-src 'self' data:; frame-ancestors 'none'"

export interface ServedEditor {
  origin: string
  close(): void
}

/** Serves the editor and the files below `root` to this machine only. */
export async function serveEditor(options: {
  root: string
  /** Folder of the editor's scripts. */
  editor: string
  port: number
}): Promise<ServedEditor> {
  const server = createServer((request, response) => {
    handle(request, response, options).catch((error: unknown) => {
      const isOurs = error instanceof Refused || error instanceof StructError
      console.error(isOurs ? `Refused: ${error.message}` : error)
      reply(response, isOurs ? 422 : 500, {
        error: error instanceof Error ? error.message : String(error),
      })
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, close: () => server.close() }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  { root, editor }: { root: string; editor: string },
): Promise<void> {
  const host = request.headers.host ?? ''
  // Another site in the same browser must not write here, nor reach this server by a name of its own.
  if (!/^(?:localhost|127\.0\.0\.1):\d+$/.test(host))
    throw new Refused('this is a server of localhost')
  const { pathname } = new URL(request.url ?? '/', `http://${host}`)
  response.setHeader('content-security-policy', POLICY)
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('cache-control', 'no-store')
  if (request.method === 'POST' && pathname === '/api/v1') {
    if (request.headers.origin !== `http://${host}`)
      throw new Refused('this comes from another page')
    return reply(response, 200, answer(root, JSON.parse(await bodyOf(request))))
  }
  if (request.method !== 'GET') throw new Refused('there is nothing to do here')
  if (pathname === '/') return send(response, 'text/html', read('page.html'))
  if (pathname === '/start.js') return send(response, 'text/javascript', read('start.js'))
  if (pathname === '/config.json') return reply(response, 200, editorConfig(root))
  if (pathname === '/problems.json') {
    const { findings } = await lintContent(root)
    return reply(response, 200, findings.map(formatFinding))
  }
  const name = path.basename(pathname)
  const file = path.join(editor, name)
  if (!/^[\w.-]+\.(?:js|wasm)$/.test(name) || !existsSync(file)) {
    return reply(response, 404, { error: 'not found' })
  }
  response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'application/wasm')
  createReadStream(file).pipe(response)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request) {
    const bytes = Buffer.from(part as Uint8Array)
    size += bytes.length
    if (size > MOST_BYTES) throw new Refused('the picture is too large')
    parts.push(bytes)
  }
  return Buffer.concat(parts).toString('utf8')
}

function read(name: string): string {
  return readFileSync(path.join(import.meta.dirname, name), 'utf8')
}

function send(response: ServerResponse, type: string, text: string): void {
  response.setHeader('content-type', `${type}; charset=utf-8`)
  response.end(text)
}

function reply(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status
  send(response, 'application/json', JSON.stringify(value))
}
