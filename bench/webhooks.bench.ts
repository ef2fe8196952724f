// What webhooks cost sign-ins, and how long a receiver and a mail wait beside others that are dead or
// take nine seconds; without and with, in turn.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import {
  endServerProcesses,
  sharedSecrets,
  signUpPerson,
  startServerProcess,
} from '../tests/support/server-process.ts'
import { median, printTable } from './table.ts'

const ROUNDS = 2
const SECONDS = 8
const CALLERS = 4
const SLOW_MS = 9000
const csrf = 'b'.repeat(64)
const email = 'bench@example.com'

/** Milliseconds from each event to its arrival at the healthy receiver. */
let delays: number[] = []
const receiver = createServer((request, reply) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    if (request.url === '/dead') return
    if (request.url === '/slow') {
      setTimeout(() => reply.writeHead(204).end(), SLOW_MS)
      return
    }
    const { timestamp } = JSON.parse(text) as { timestamp: string }
    if (request.url === '/healthy') delays.push(Date.now() - Date.parse(timestamp))
    reply.writeHead(204).end()
  })
})
await once(receiver.listen(0, '127.0.0.1'), 'listening')
const { port } = receiver.address() as AddressInfo

const folder = mkdtempSync(path.join(tmpdir(), 'passport-bench-'))
const env = { DATA_DIR: folder, HASH_MEMORY_KIB: '19456', CODES_PER_WEB_ID_HOUR: '100000' }
const server = await startServerProcess(env)
try {
  await signUpPerson(server, email)
  const rates: Record<'without' | 'with', number[]> = { without: [], with: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rates.without.push(await signInRate())
    const ids = ['healthy', 'other', 'third'].map(addWebhook)
    await pause(6000)
    rates.with.push(await signInRate())
    await pause(3000)
    for (const id of ids) type('remove', id)
    await pause(6000)
  }
  const [without, withThree] = [median(rates.without), median(rates.with)]
  printTable(
    'Sign-ins a second',
    ['webhooks', 'measured', 'ratio', 'goal'],
    [
      ['none', without.toFixed(1), '', ''],
      ['3', withThree.toFixed(1), (withThree / without).toFixed(2), '≥ 0.7'],
    ],
  )
  addWebhook('healthy')
  await pause(6000)
  const alone = await waits()
  addWebhook('dead')
  addWebhook('slow')
  await pause(6000)
  const beside = await waits()
  printTable(
    'Milliseconds until they are there, p99',
    ['beside', 'webhook', 'mail', 'goal'],
    [
      ['nothing', ...alone.map((ms) => ms.toFixed(0)), ''],
      ['a dead and a 9-s receiver', ...beside.map((ms) => ms.toFixed(0)), '≤ 1.5 ×'],
    ],
  )
} finally {
  await endServerProcesses()
  receiver.closeAllConnections()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Signs in by several callers for some seconds; returns how often a second. */
async function signInRate(): Promise<number> {
  const began = performance.now()
  let count = 0
  const isOver = (): boolean => performance.now() - began > SECONDS * 1000
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (!isOver()) {
        await post('user/login', { email, password: 'seven quiet otters' })
        count++
      }
    }),
  )
  return (count * 1000) / (performance.now() - began)
}

/** Signs in and asks for codes; returns the p99 of what the receiver and the mails waited. */
async function waits(): Promise<[number, number]> {
  delays = []
  const mails: number[] = []
  for (let at = 0; at < 100; at++) {
    await post('user/login', { email, password: 'seven quiet otters' })
    const to = `person${at}-${Date.now()}@example.com`
    const began = performance.now()
    await post('send_code', { email: to, type: '13' })
    await server.codeFor(to)
    mails.push(performance.now() - began)
  }
  await pause(2000)
  return [p99(delays), p99(mails)]
}

function p99(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * 0.99)] ?? Number.NaN
}

async function post(tail: string, fields: Record<string, string>): Promise<void> {
  const reply = await fetch(`${server.origin}/passport/web/${tail}?aid=1001`, {
    method: 'POST',
    headers: {
      'x-tt-passport-csrf-token': csrf,
      cookie: `passport_csrf_token=${csrf}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields),
  })
  const { message, data } = (await reply.json()) as { message: string; data: unknown }
  if (message !== 'success') throw new Error(`${tail} was refused: ${JSON.stringify(data)}`)
}

function addWebhook(name: string): string {
  const output = type('add', `http://127.0.0.1:${port}/${name}`, '--kinds', 'all')
  return output.slice(0, output.indexOf(' '))
}

function type(...words: readonly string[]): string {
  return execFileSync(process.execPath, ['server/main.ts', 'webhook', ...words], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { ...process.env, ...sharedSecrets, ...env },
    encoding: 'utf8',
  })
}
