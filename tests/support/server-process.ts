import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { sendCode } from '#protocol/web/codes.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { createClient, type Client } from './client.ts'
import { freePort } from './free-port.ts'

/** A server in a process of its own, as people run it. */
export interface ServerProcess {
  readonly origin: string
  client(): Client
  /** The newest code that was sent to an address, as soon as there is one. */
  codeFor(email: string): Promise<string>
  /** Waits until it says whether it is ready. */
  becomes(isReady: boolean): Promise<void>
  /** Ends it at once, as a power cut would; resolves when it is gone. */
  kill(): Promise<void>
  isRunning(): boolean
}

const root = path.join(import.meta.dirname, '../..')
const PATIENCE_MS = 60_000
const PAUSE_MS = 20

/** Secrets that all processes of one installation share. */
export const sharedSecrets = { SERVER_SECRET: 's'.repeat(43), SEAL_ROOT_KEY: 'r'.repeat(43) }

const usual = {
  CAPTCHA_ON_SEND: 'off',
  SECOND_VERIFICATION: 'off',
  HASH_MEMORY_KIB: '8',
  CODES_PER_ADDRESS_HOUR: '100000',
  CODES_PER_ADDRESS_DAY: '100000',
  CODES_PER_APP_HOUR: '1000000',
  TEXTS_PER_HOUR: '1000000',
  WRONG_CODES_PER_ADDRESS_HOUR: '100000',
  ...sharedSecrets,
  LOG_LEVEL: 'silent',
}

/** Time for a test in which processes start and end. */
export const PROCESS_TEST_MS = 180_000

const running: ServerProcess[] = []

/** Ends the processes of the test that ended. */
export async function endServerProcesses(): Promise<void> {
  for (const server of running.splice(0)) await server.kill()
}

/** Starts a server on a database's settings and waits until it is ready; it ends with the test. */
export async function startServerProcess(
  env: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...usual, ...env, PORT: String(port) },
  })
  const isRunning = (): boolean => child.exitCode === null && child.signalCode === null
  const server: ServerProcess = {
    origin,
    client: () => createClient((request) => fetch(request, { redirect: 'manual' }), origin),
    codeFor: async (email) => {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(PAUSE_MS)) {
        const reply = await fetch(`${origin}/dev/mailbox.json?to=${email}`)
        const { messages } = (await reply.json()) as { messages: { code: string }[] }
        if (messages[0] !== undefined) return messages[0].code
      }
      throw new Error(`no message to ${email}`)
    },
    becomes: async (isReady) => {
      for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(PAUSE_MS)) {
        const reply = await fetch(`${origin}/readyz`).catch(() => undefined)
        if (reply !== undefined && reply.ok === isReady) return
        if (!isRunning()) throw new Error('the server has ended')
      }
      throw new Error(`never ${isReady ? 'ready' : 'away'}`)
    },
    kill: async () => {
      if (!isRunning()) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    isRunning,
  }
  running.push(server)
  await server.becomes(true)
  return server
}

/** Signs people up one after another until `isDone`; the addresses that were acknowledged. */
export async function signPeopleUp(
  server: ServerProcess,
  lane: string,
  isDone: () => boolean,
  onAcknowledged: (email: string) => void,
): Promise<void> {
  for (let count = 0; !isDone(); count++) {
    const email = `person-${lane}-${count}@example.com`
    if (await signUp(server, email)) onAcknowledged(email)
    else if (!server.isRunning()) return
  }
}

// What is not answered, or answered by "come back", may or may not have happened.
async function signUp(server: ServerProcess, email: string): Promise<boolean> {
  const client = server.client()
  try {
    const sent = await client.call(sendCode, { email, type: 16 })
    if (isLater(sent)) return false
    const code = await server.codeFor(email)
    const password = 'seven quiet otters'
    const answer = await client.call(emailRegister, { email, code, password })
    if (isLater(answer)) return false
    if (answer.error !== undefined) throw new RangeError(answer.error)
    return true
  } catch (error) {
    if (error instanceof RangeError) throw error
    return false
  }
}

function isLater({ status }: { status: number }): boolean {
  return status === 503 || status === 429
}

/** Signs one person up; returns their browser. */
export async function signUpPerson(server: ServerProcess, email: string): Promise<Client> {
  const client = server.client()
  await client.call(sendCode, { email, type: 16 })
  const code = await server.codeFor(email)
  await client.call(emailRegister, { email, code, password: 'seven quiet otters' })
  return client
}
