// A check, since npm cannot install nginx and Caddy: two servers on one PostgreSQL behind each of them, as deploy/
// sets them up. Reads go on while one server is killed; what a browser claims about its address stops at the proxy.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { localNginx } from '../../scripts/deployment/local-nginx.ts'
import { freePort } from '../support/free-port.ts'
import { createPostgresServer } from '../support/postgres-server.ts'
import { endServerProcesses, signUpPerson, startServerProcess } from '../support/server-process.ts'

const NAME = 'id.example.com'
const LANES = 8
const BEFORE_MS = 1500
const AFTER_MS = 4000
/** In which a proxy that asks for it learns that no server is ready. */
const LEARNS_MS = 3000
const deploy = path.join(import.meta.dirname, '../../deploy')
const folder = mkdtempSync(path.join(tmpdir(), 'passport-proxies-'))

interface Ports {
  readonly http: number
  readonly https: number
  readonly servers: readonly [number, number]
}

/** Command line of each proxy, for the file in deploy/ with other ports. */
const proxies: Readonly<Record<string, (ports: Ports) => string[]>> = {
  nginx: (ports) => ['-c', localNginx(folder, readFileSync(`${deploy}/nginx.conf`, 'utf8'), ports)],
  caddy: ({ http, https, servers }) => {
    const text = readFileSync(`${deploy}/Caddyfile`, 'utf8')
      .replaceAll('passport-1:4321', `127.0.0.1:${servers[0]}`)
      .replaceAll('passport-2:4321', `127.0.0.1:${servers[1]}`)
    const file = path.join(folder, 'Caddyfile')
    const local = `{\nadmin off\nlocal_certs\nskip_install_trust\nhttp_port ${http}\nhttps_port ${https}\n}\n`
    writeFileSync(file, local + text)
    return ['run', '--adapter', 'caddyfile', '--config', file]
  },
}

interface Proxy {
  readonly port: number
  stop(): Promise<void>
}

async function start(name: string, servers: readonly [number, number]): Promise<Proxy> {
  const ports = { http: await freePort(), https: await freePort(), servers }
  const child = spawn(name, proxies[name]?.(ports) ?? [], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  for (
    let tries = 0;
    (await read(ports.https, '/').catch(() => undefined)) === undefined;
    tries++
  ) {
    if (tries === 100 || child.exitCode !== null) throw new Error(`${name} does not start: ${said}`)
    await sleep(100)
  }
  return {
    port: ports.https,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

interface Reply {
  readonly status: number | undefined
  readonly text: string
}

function read(
  port: number,
  at: string,
  headers: IncomingHttpHeaders = {},
  body?: Buffer,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path: at,
      method: body === undefined ? 'GET' : 'POST',
      servername: NAME,
      rejectUnauthorized: false,
      headers: { host: NAME, ...headers },
    })
    asked.on('error', reject).on('response', (reply) => {
      let text = ''
      reply.on('error', reject).on('data', (chunk: Buffer) => (text += chunk.toString()))
      reply.on('end', () => resolve({ status: reply.statusCode, text }))
    })
    asked.end(body)
  })
}

/** Reads pages and a session of the database in several lanes, and kills one of two servers meanwhile. */
async function losesNoRead(name: string, databaseUrl: string): Promise<void> {
  const settings = { DATABASE_URL: databaseUrl, TRUSTED_PROXIES: '127.0.0.1' }
  const servers = [await startServerProcess(settings), await startServerProcess(settings)] as const
  const [first, second] = servers
  const person = await signUpPerson(first, `ann-${name}@example.com`)
  const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ')
  const proxy = await start(name, [portOf(first.origin), portOf(second.origin)])
  const places = ['/login', '/readyz', '/passport/web/account/info/?aid=1001']
  const lost: string[] = []
  let replies = 0
  let isDone = false
  const lanes = Array.from({ length: LANES }, async () => {
    for (let at = 0; !isDone; at++) {
      const place = places[at % places.length] ?? ''
      const reply = await read(proxy.port, place, { cookie }).catch((error: unknown) => ({
        status: 0,
        text: String(error),
      }))
      replies++
      const isGood = reply.status === 200 && !reply.text.includes('"message":"error"')
      if (!isGood) lost.push(`${place}: ${reply.status} ${reply.text.slice(0, 200)}`)
    }
  })
  await sleep(BEFORE_MS)
  await second.kill()
  await sleep(AFTER_MS)
  isDone = true
  await Promise.all(lanes)
  await proxy.stop()
  await endServerProcesses()
  console.log(`${name}: ${replies} reads, ${lost.length} lost`)
  if (lost.length > 0) fail(`${name} lost reads:\n${lost.slice(0, 5).join('\n')}`)
}

/** Looks at what reaches a server behind the proxy. */
async function passesOn(name: string): Promise<void> {
  const seen: IncomingHttpHeaders[] = []
  const echo = createServer((asked, reply) => {
    seen.push(asked.headers)
    asked.resume().on('end', () => reply.end('here'))
  }).listen(0, '127.0.0.1')
  await once(echo, 'listening')
  const address = echo.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const proxy = await start(name, [port, port])
  await read(proxy.port, '/', { 'x-forwarded-for': '203.0.113.7', 'x-claimed': 'yes' })
  const headers = seen.find((one) => one['x-claimed'] === 'yes')
  if (headers?.['x-forwarded-for'] !== '127.0.0.1' || headers.host !== NAME) {
    fail(`${name} passes on ${JSON.stringify(headers)}`)
  }
  const picture = await read(proxy.port, '/', {}, Buffer.alloc(10 * 2 ** 20 + 2000))
  const tooLarge = await read(proxy.port, '/', {}, Buffer.alloc(12 * 2 ** 20)).catch(
    () => undefined,
  )
  if (picture.status !== 200) fail(`${name} answers a picture of 10 MB with ${picture.status}`)
  if (tooLarge?.status === 200) fail(`${name} passes on 12 MB`)
  await proxy.stop()
  echo.closeAllConnections()
  echo.close()
}

/** Asks for a page while neither server is ready, as without a database. */
async function servesWhileNotReady(name: string): Promise<void> {
  const unready = createServer((asked, reply) => {
    const text = asked.url === '/readyz' ? 'not ready' : 'here'
    asked.resume().on('end', () => reply.writeHead(text === 'here' ? 200 : 503).end(text))
  }).listen(0, '127.0.0.1')
  await once(unready, 'listening')
  const { port } = unready.address() as AddressInfo
  const proxy = await start(name, [port, port])
  await sleep(LEARNS_MS)
  const reply = await read(proxy.port, '/')
  if (reply.text !== 'here') {
    fail(`${name} answers ${reply.status} while no server is ready`)
  }
  await proxy.stop()
  unready.closeAllConnections()
  unready.close()
}

function portOf(origin: string): number {
  return Number(new URL(origin).port)
}

function fail(problem: string): void {
  console.error(problem)
  process.exitCode = 1
}

const isThere = (name: string): boolean => spawnSync(name, ['version']).error === undefined
for (const name of Object.keys(proxies).filter((one) => !isThere(one))) {
  console.log(`not checked: ${name} is missing`)
}
const there = Object.keys(proxies).filter(isThere)
if (there.length > 0) {
  const postgres = await createPostgresServer()
  try {
    for (const name of there) {
      await losesNoRead(name, postgres.url)
      await passesOn(name)
      await servesWhileNotReady(name)
    }
  } finally {
    await endServerProcesses()
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}
