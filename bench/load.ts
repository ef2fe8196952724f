import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { importPeer } from './import-peer.ts'
import { processorMsOf } from './processor.ts'

/** Result of one run of calls. */
export interface Load {
  /** Replies a second. */
  rate: number
  /** Replies in all. */
  replies: number
  p50: number
  p99: number
}

const SECONDS = 4

interface CallRequest {
  path?: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  setupRequest?: (request: object) => object
}

/** Request to send; a list of requests is sent in turn. */
interface Call extends CallRequest {
  url: string
  /** Calls in all, in place of some seconds of them. */
  amount?: number
  requests?: CallRequest[]
  /** Text in each good reply; by default that of ours. */
  success?: string
}

interface LoadResult {
  latency: { p50: number; p99: number }
  requests: { average: number; total: number }
  /** In seconds. */
  duration: number
}

type Autocannon = (
  options: Call & {
    connections: number
    duration: number
    verifyBody: (body: unknown) => boolean
  },
) => Promise<LoadResult>

const { default: autocannon } = await importPeer<{ default: Autocannon }>('autocannon')

/** Sends calls for some seconds. Throws if a reply is an error, because errors would look fast. */
export async function load(
  connections: number,
  { success = '"message":"success"', ...call }: Call,
): Promise<Load> {
  let wrong = 0
  const result = await autocannon({
    connections,
    duration: SECONDS,
    ...call,
    verifyBody(body) {
      const good = String(body).includes(success)
      if (!good) wrong += 1
      return good
    },
  })
  if (wrong > 0) throw new Error(`${wrong} replies of ${call.url} were refusals`)
  const { p50, p99 } = result.latency
  const { average, total } = result.requests
  // The average is of whole seconds.
  const rate = call.amount === undefined ? average : total / result.duration
  return { rate, replies: total, p50, p99 }
}

/** Runs `load`, and measures the processor time that the answering process spends on a reply. */
export async function costingLoad(
  pid: number,
  ...call: Parameters<typeof load>
): Promise<Load & { processorMs: number }> {
  const before = processorMsOf(pid)
  const done = await load(...call)
  return { ...done, processorMs: (processorMsOf(pid) - before) / done.replies }
}

const LOOK_MS = 50
const BUSY_PART = 0.2

/** Measures the milliseconds for which a process stays busy after its callers have gone. */
export async function busyMs(pid: number): Promise<number> {
  const wentAt = performance.now()
  for (;;) {
    const [before, at] = [processorMsOf(pid), performance.now()]
    await sleep(LOOK_MS)
    const part = (processorMsOf(pid) - before) / (performance.now() - at)
    if (part < BUSY_PART) return at - wentAt
  }
}

/** Account that makes the calls. */
export const account = { email: 'bench@example.com', password: 'seven quiet otters' }

const csrf = 'b'.repeat(64)

/** Headers of a browser without a session. */
export const visitor = {
  cookie: `passport_csrf_token=${csrf}`,
  'x-tt-passport-csrf-token': csrf,
  'content-type': 'application/x-www-form-urlencoded',
}

const BROWSERS = 50

/** Signs an account up, and in with many browsers; the cookies of each, as it would send them. */
export async function signUp(
  server: string,
  { email = account.email, browsers = BROWSERS } = {},
): Promise<string[]> {
  const { password } = account
  const post = (tail: string, fields: Record<string, string>): Promise<Response> =>
    fetch(`${server}/passport/web/${tail}?aid=1001`, {
      method: 'POST',
      headers: visitor,
      body: new URLSearchParams(fields),
    })
  await post('send_code', { email, type: '16' })
  let code: string | undefined
  for (let tries = 0; code === undefined && tries < 50; tries++) {
    await sleep(100)
    const mailbox = await fetch(`${server}/dev/mailbox.json?to=${email}`)
    code = ((await mailbox.json()) as { messages: { code: string }[] }).messages[0]?.code
  }
  const answers = [await post('email/register/v2', { email, password, code: code ?? '' })]
  while (answers.length < browsers) {
    answers.push(await post('user/login', { email, password }))
  }
  return await Promise.all(answers.map(cookiesOf))
}

async function cookiesOf(answer: Response): Promise<string> {
  const body = (await answer.json()) as { message: string; description: string }
  if (body.message !== 'success') throw new Error(`no session to measure with: ${body.description}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Memory of a process in MiB, now and at most; where the system tells. */
export function memoryOf(pid: number): { now: number; most: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}
