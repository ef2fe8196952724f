import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../../support/databases.ts'
import { sharedSecrets, signUpPerson, startServerProcess } from '../../support/server-process.ts'
import { amount, TRIAL_MS } from '../../support/trial.ts'
import { receiveWebhooks } from '../../support/webhooks.ts'

const PEOPLE = amount(6, 200)
const LIMIT_MS = Math.max(TRIAL_MS, 300_000)
/** What is waited for comes when the machine has time for it: the test alone has a limit. */
const WAIT = { timeout: LIMIT_MS, interval: 200 }
const OK = 'HTTP/1.1 200 OK\r\n'

/** What bad receivers do with a request; `inner` is the port of an address that nobody may be led to. */
const answers = {
  dies: (socket: Socket) => socket.destroy(),
  drips: (socket: Socket) => repeat(socket, OK, 'x', 200),
  late: (socket: Socket) => socket.on('end', () => socket.end(`${OK}\r\n`)),
  redirects: (socket: Socket, inner: number) =>
    socket.end(`HTTP/1.1 307 Moved\r\nlocation: http://127.0.0.1:${inner}/\r\n\r\n`),
  endless: (socket: Socket) => repeat(socket, `${OK}\r\n`, 'x'.repeat(100_000), 20),
} as const

test(
  'tells a healthy receiver everything beside bad ones, although one of two servers is killed',
  { timeout: LIMIT_MS },
  async () => {
    const database = await createTestDatabase(true)
    const env = { ...database.env, HASH_MEMORY_KIB: '8', HASH_PASSES: '1' }
    // Not while this process waits, because the receivers in it must answer meanwhile.
    const type = async (...words: string[]): Promise<string> => {
      const { stdout } = await promisify(execFile)(process.execPath, ['server/main.ts', ...words], {
        cwd: path.join(import.meta.dirname, '../../..'),
        env: { ...process.env, ...sharedSecrets, ...env },
      })
      return stdout
    }
    const add = (url: string): Promise<string> =>
      type('webhook', 'add', url, '--kinds', 'all', '--profile')
    const inner = await listen(() => {})
    const bad = new Map<string, string>()
    for (const [name, answer] of Object.entries(answers)) {
      const { port } = await listen((socket) => answer(socket, inner.port))
      const [id = ''] = (await add(`http://127.0.0.1:${port}/hook`)).split(' ')
      bad.set(id, name)
    }
    const told = new Map<string, number>()
    const healthy = await receiveWebhooks({ now: Date.now, passSeconds: () => {} }, ({ id }) => {
      told.set(id, (told.get(id) ?? 0) + 1)
      return 204
    })
    healthy.secret = /^whsec_\S+$/m.exec(await add(healthy.url))?.[0] ?? ''

    const [one, other] = await Promise.all([startServerProcess(env), startServerProcess(env)])
    for (let at = 0; at < PEOPLE; at++) {
      const isBoth = at < PEOPLE / 2
      await signUpPerson(isBoth && at % 2 === 0 ? one : other, `zanzibara-${at}@example.com`)
      // While its deliveries to the slow ones are under way.
      if (at === PEOPLE / 2) await one.kill()
    }
    const { query, close } = database.open()
    onTestFinished(close)
    const { id } = await query
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', 'zanzibara-1@example.com')
      .executeTakeFirstOrThrow()
    const erased = await type('user', 'erase', id, '--reason', 'asked', '--confirm', id)
    expect(erased).toContain('is erased')

    const written = await query
      .selectFrom('webhookEvents')
      .select(['id', 'kind', 'data'])
      // Of those each endpoint has its own.
      .where('kind', '<>', 'ping')
      .execute()
    await expect.poll(() => written.filter((event) => !told.has(event.id)), WAIT).toEqual([])
    expect(healthy.refused).toEqual([])
    const waiting = async () =>
      await query
        .selectFrom('webhookDeliveries')
        .selectAll()
        .where('endpointId', 'in', [...bad.keys()])
        .execute()
    // What became of attempts; those that the killed server had begun are tried by the other one.
    const results = async () => {
      const seen = Object.fromEntries([...bad.values()].map((name) => [name, new Set<string>()]))
      for (const { endpointId, state, error, status } of await waiting()) {
        const isTried = status !== 0 || error !== ''
        if (isTried) seen[bad.get(endpointId) ?? '']?.add(`${state} ${status} ${error}`)
      }
      return Object.fromEntries(Object.entries(seen).map(([name, all]) => [name, [...all]]))
    }
    const oneOf = (text: string | RegExp): unknown =>
      expect.arrayContaining([expect.stringMatching(text)])
    // A busy machine may add attempts that were not answered in time.
    await expect.poll(results, WAIT).toEqual({
      dies: oneOf(/^due 0 ./),
      drips: oneOf(/^due 0 it did not answer in time$/),
      late: oneOf(/^due 0 it did not answer in time$/),
      redirects: oneOf(/^due 307 it answered 307$/),
      endless: oneOf(/^done 200 $/),
    })
    const done = (await waiting()).filter(({ state }) => state === 'done')
    expect(new Set(done.map(({ endpointId }) => bad.get(endpointId)))).toEqual(new Set(['endless']))
    expect(inner.requests).toBe(0)
    // What still waits holds ids alone, also of her who is erased.
    const queue = JSON.stringify([written, await waiting()])
    expect(queue).toContain(id)
    expect(queue).not.toMatch(/zanzibara|@/i)
  },
)

function repeat(socket: Socket, first: string, next: string, everyMs: number): void {
  socket.write(first)
  const timer = setInterval(() => socket.write(next), everyMs)
  socket.on('close', () => clearInterval(timer))
}

async function listen(
  onRequest: (socket: Socket) => void,
): Promise<{ port: number; requests: number }> {
  const sockets = new Set<Socket>()
  const listener = { port: 0, requests: 0 }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => {
      listener.requests++
      onRequest(socket)
    })
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  listener.port = (server.address() as AddressInfo).port
  return listener
}
