import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { accountInfo, passwordLogin } from '#protocol/web/login.ts'
import { createClient, type Client } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { createPeople } from '../support/create-people.ts'
import { PROCESS_TEST_MS } from '../support/server-process.ts'

// Each starts processes, on a machine that may be busy with others.
vi.setConfig({ testTimeout: PROCESS_TEST_MS })

const root = path.join(import.meta.dirname, '../..')
const running: ChildProcess[] = []
const folders: string[] = []

afterEach(() => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) killGroup(child, 'SIGKILL')
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

interface Process {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  /** Everything it wrote, standard output and errors. */
  output(): string
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  process.kill(-(child.pid ?? Number.NaN), signal)
}

function run(env: Record<string, string>, ...typed: string[]): Process {
  return runCommand([process.execPath, 'server/main.ts', ...typed], env)
}

/** Runs a command in a process group of its own, as a terminal does. */
function runCommand([command = '', ...args]: string[], env: Record<string, string>): Process {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    env: { ...process.env, ...env },
  })
  running.push(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return {
    child,
    ended: once(child, 'exit').then(([code]) => code as number | null),
    output: () => text,
  }
}

async function start(
  more: Record<string, string> = {},
  command = [process.execPath, 'server/main.ts'],
): Promise<Process & { origin: string; port: number; env: Record<string, string> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-server-'))
  folders.push(folder)
  const port = await freePort()
  const env = {
    DATA_DIR: folder,
    PORT: String(port),
    CAPTCHA_ON_SEND: 'off',
    HASH_MEMORY_KIB: '8',
    HASH_PASSES: '1',
    ...more,
  }
  const started = runCommand(command, env)
  await expect.poll(started.output, { timeout: PROCESS_TEST_MS / 2 }).toContain('is ready')
  return { ...started, origin: `http://localhost:${port}`, port, env }
}

function statusOf(address: string): Promise<number | 'refused'> {
  return fetch(address).then(
    (reply) => reply.status,
    () => 'refused',
  )
}

function browserAt(origin: string): Client {
  return createClient((request) => fetch(request), origin)
}

/** Opens a connection, sends text, and collects what comes back. */
async function talk(
  port: number,
  request: string,
): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, 'localhost')
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(socket, 'connect')
  socket.write(request)
  return { socket, received: () => text }
}

const login = 'POST /passport/web/user/login?aid=1001&account_sdk_source=web HTTP/1.1\r\n'

test('says that a database is new, as that of a misspelt folder is', async () => {
  const { env, output } = await start()
  const said = `The database of ${env.DATA_DIR} is new`
  expect(output()).toContain(said)
  const first = run({ ...env, DATA_DIR: path.join(env.DATA_DIR ?? '', 'dtaa') }, 'user', 'list')
  const second = run(env, 'user', 'list')
  expect([await first.ended, await second.ended]).toEqual([0, 0])
  expect(first.output()).toContain('dtaa is new')
  expect(second.output()).not.toContain('is new')
})

test('tells balancers first, still serves new requests, and finishes running ones', async () => {
  const { child, ended, origin, port } = await start({ DRAIN_SECONDS: '6' })
  const body = 'account=ann%40example.com&password=wrong'
  const slow = await talk(
    port,
    `${login}host: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\naccount`,
  )
  expect(await statusOf(`${origin}/readyz`)).toBe(200)
  child.kill('SIGTERM')
  await expect.poll(() => statusOf(`${origin}/readyz`)).toBe(503)
  expect(await statusOf(`${origin}/healthz`)).toBe(200)
  const { error } = await browserAt(origin).call(accountInfo, {})
  expect(error).toBe('session_expired')

  await expect.poll(() => statusOf(`${origin}/healthz`)).not.toBe(200)
  expect(slow.received()).toBe('')
  slow.socket.write(body.slice('account'.length))
  await expect.poll(slow.received).toContain('"error_code":1009')
  expect(await ended).toBe(0)
})

const launcher = [process.execPath, 'scripts/run.mjs', 'server/main.ts']

test.each<[string, NodeJS.Signals, string[], typeof killGroup]>([
  ['the whole group of the launcher', 'SIGTERM', launcher, killGroup],
  ['the whole group of npm', 'SIGINT', ['npm', 'run', 'server'], killGroup],
  ['the launcher alone', 'SIGHUP', launcher, (child, signal) => child.kill(signal)],
  ['npm alone', 'SIGTERM', ['npm', 'run', 'server'], (child, signal) => child.kill(signal)],
])('drains when %s gets %s', async (_, signal, command, send) => {
  const { child, ended, origin } = await start({ DRAIN_SECONDS: '5' }, command)
  const sentAt = performance.now()
  send(child, signal)
  await expect.poll(() => statusOf(`${origin}/readyz`), { interval: 50 }).toBe(503)
  await expect.poll(() => statusOf(`${origin}/healthz`), { interval: 50 }).toBe('refused')
  // Neither the launcher's signal nor npm's made it stop at once.
  expect(performance.now() - sentAt).toBeGreaterThan(4900)
  // npm ends by the signal itself.
  expect([0, null]).toContain(await ended)
})

// As systemd stops a unit whose KillMode is not mixed.
test.each([
  ['the server', [process.execPath, 'server/main.ts']],
  ['the launcher', launcher],
])('cuts off no call when the whole group of %s gets SIGTERM', async (_, command) => {
  const slowHashes = { HASH_MEMORY_KIB: '131072', HASH_PASSES: '4', HASH_WIDTH: '1' }
  const { child, ended, origin } = await start({ ...slowHashes, DRAIN_SECONDS: '0' }, command)
  let answered = 0
  const calls = Array.from({ length: 5 }, async (_none, at) => {
    const email = `person-${at}@example.com`
    const { error } = await browserAt(origin).call(passwordLogin, {
      email,
      password: 'a wrong one',
    })
    answered += 1
    return error
  })
  await expect.poll(() => answered, { interval: 5 }).toBe(1)
  killGroup(child, 'SIGTERM')
  expect(await Promise.all(calls)).toEqual(calls.map(() => 'password_error'))
  expect([0, null]).toContain(await ended)
})

test('stops at once on a second signal, a second after the first', async () => {
  const { child, ended, origin } = await start({ DRAIN_SECONDS: '60' })
  child.kill('SIGINT')
  await expect.poll(() => statusOf(`${origin}/readyz`)).toBe(503)
  await setTimeout(1200)
  expect(await statusOf(`${origin}/healthz`)).toBe(200)
  child.kill('SIGINT')
  expect(await ended).toBe(1)
})

test('stops in order right after its first reply, and keeps the compile cache', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-server-'))
  folders.push(folder)
  const compiled = path.join(folder, 'compiled')
  const port = await freePort()
  const { child, ended } = run({
    DATA_DIR: folder,
    PORT: String(port),
    DRAIN_SECONDS: '0',
    NODE_COMPILE_CACHE: compiled,
  })
  const ready = (): Promise<number | 'refused'> => statusOf(`http://localhost:${port}/readyz`)
  await expect.poll(ready, { interval: 1, timeout: PROCESS_TEST_MS / 2 }).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(readdirSync(compiled)).toHaveLength(1)
})

test('waits half a minute for the rest of a request, headers or body', async () => {
  const { port } = await start()
  const halves = await Promise.all([
    talk(port, `${login}host: localhost\r\ncontent-length: 100\r\n\r\nac`),
    talk(port, `${login}host: loc`),
  ])
  const startedAt = performance.now()
  await Promise.all(halves.map(({ socket }) => once(socket, 'close')))
  expect(performance.now() - startedAt).toBeLessThan(60_000)
  for (const { received } of halves) expect(received()).toContain('"error_code":8008')
})

test('exposes call counts for Prometheus on its own port, without personal data', async () => {
  const metricsPort = await freePort()
  const { origin } = await start({ METRICS_PORT: String(metricsPort) })
  const client = browserAt(origin)
  const person = await personAt(origin, () => client)
  await client.call(passwordLogin, { email: person.email, password: 'a wrong one' })

  const read = (): Promise<Response> => fetch(`http://localhost:${metricsPort}/metrics`)
  // The worker removes a message after the mailbox has it.
  const waiting = async (): Promise<string> => await (await read()).text()
  await expect.poll(waiting).toContain('passport_outbox_messages 0\n')
  const reply = await read()
  const text = await reply.text()
  expect(reply.headers.get('content-type')).toContain('version=0.0.4')
  for (const line of [
    'passport_calls_total{operation="web/user_login",result="password_error"} 1',
    'passport_call_duration_seconds_count{operation="web/user_login"} 1',
    'passport_codes_total{channel="email"} 1',
    'passport_codes_total{channel="voice"} 0',
    'passport_messages_total{result="sent"} 1',
    'passport_messages_total{result="failed"} 0',
    `passport_build_info{version="0.1.0",node="${process.version}"} 1`,
    'passport_hashes_waiting 0',
    'passport_database_up 1',
    'passport_database_retries_total 0',
  ]) {
    expect(text).toContain(`${line}\n`)
  }
  expect(text).toMatch(/passport_sessions_opened_total\{by="\w+"\} 1\n/)
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain(person.email)
  expect(text).not.toContain(person.userId)
  expect(await statusOf(`http://localhost:${metricsPort}/`)).toBe(404)
  expect(await (await fetch(`${origin}/metrics`)).text()).not.toContain('passport_calls_total')
})

test('names the port of the console that another setting has', async () => {
  const { env } = await start()
  const port = String(await freePort())
  const ports = { PORT: String(await freePort()), METRICS_PORT: port, CONSOLE_PORT: port }
  const second = run({ ...env, ...ports })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain('set CONSOLE_PORT to a free one')
})

test('says in one sentence that the metrics port is taken', async () => {
  const metricsPort = await freePort()
  const { env } = await start({ METRICS_PORT: String(metricsPort) })
  const second = run({ ...env, PORT: String(await freePort()) })
  expect(await second.ended).toBe(1)
  expect(second.output()).toContain(
    `Port ${metricsPort} is taken: stop what listens there, or set METRICS_PORT`,
  )
})

test('lets commands of another process take effect at once', async () => {
  const { env, origin } = await start()
  const { client, email } = await personAt(origin, () => browserAt(origin))
  const ban = run(env, 'user', 'ban', email, '--reason', 'test')
  expect(await ban.ended, ban.output()).toBe(0)
  expect(ban.output()).toContain('Sessions ended: 1.')
  expect((await client.call(accountInfo, {})).error).toBe('session_expired')
  const wrong = run(env, 'user', 'bann', email)
  expect(await wrong.ended).toBe(2)
})

test('says that the output of a command cannot be written, unless its reader went away', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-'))
  folders.push(folder)
  const shell = (script: string): Process =>
    runCommand(['bash', '-c', script, process.execPath], { DATA_DIR: folder })
  const full = shell('"$0" server/main.ts config > /dev/full')
  expect(await full.ended).toBe(1)
  expect(full.output()).toMatch(/^The output cannot be written: ENOSPC.*\.\n$/)
  const gone = shell('set -o pipefail; "$0" server/main.ts config | true')
  expect([await gone.ended, gone.output()]).toEqual([0, ''])
})

test('says that there is no room for an export', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-'))
  folders.push(folder)
  const people = Array.from({ length: 2000 }, (_, at) => `${at},name${at}`)
  writeFileSync(path.join(folder, 'people.csv'), `external_id,username\n${people.join('\n')}\n`)
  const made = run({ DATA_DIR: folder }, 'import', 'csv', `${folder}/people.csv`, '--apply')
  expect(await made.ended, made.output()).toBe(0)
  // KiB that a file may have: enough for what SQLite writes beside its own.
  const script = 'ulimit -f 100; "$0" server/main.ts export "$DATA_DIR/out.ndjson"'
  const full = runCommand(['bash', '-c', script, process.execPath], { DATA_DIR: folder })
  expect(await full.ended).toBe(1)
  expect(full.output()).toMatch(/^"\S+" cannot be written: EFBIG.*\.\n$/)
})

test('answers malformed requests with the envelope', async () => {
  const { port, output } = await start()
  const requests = {
    'nonsense\r\n\r\n': { status: '400 Bad Request', code: 8002 },
    [`GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`]: {
      status: '431 Request Header Fields Too Large',
      code: 8007,
    },
    [`${login}host: localhost\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabc`]: {
      status: '400 Bad Request',
      code: 8002,
    },
  }
  for (const [request, { status, code }] of Object.entries(requests)) {
    const { socket, received } = await talk(port, request)
    await once(socket, 'close')
    const [head = '', body = ''] = received().split('\r\n\r\n')
    expect(head).toContain(`HTTP/1.1 ${status}\r\n`)
    const envelope = JSON.parse(body) as Record<string, unknown>
    expect(envelope).toMatchObject({ message: 'error', error_code: code, status_code: code })
    expect(head).toContain(`x-tt-logid: ${String(envelope.log_id)}`)
    await expect.poll(output).toContain(String(envelope.log_id))
  }
})

test('echoes nothing of a malformed request', async () => {
  const { port } = await start()
  const request =
    'TRACE /passport/web/user/login HTTP/1.1\r\nhost: localhost\r\ncookie: sessionid=x\r\n'
  const { socket, received } = await talk(port, `${request}connection: close\r\n\r\n`)
  await once(socket, 'close')
  expect(received()).toMatch(/^HTTP\/1\.1 40[45] /)
  expect(received()).not.toContain('sessionid=x')
})

function personAt(
  origin: string,
  client: () => Client,
): Promise<Awaited<ReturnType<ReturnType<typeof createPeople>>>> {
  return createPeople(client, async (to) => {
    let code: string | undefined
    await expect
      .poll(async () => {
        const reply = await fetch(`${origin}/dev/mailbox.json?to=${encodeURIComponent(to)}`)
        const { messages } = (await reply.json()) as { messages: { code: string }[] }
        code = messages[0]?.code
        return code
      })
      .toBeDefined()
    return code ?? ''
  })()
}
