// Session checks and password sign-ins a second, beside bare node:http, interleaved in one run.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import autocannon from 'autocannon'
import { freePort } from '../support/free-port.ts'
import { median, printTable } from './table.ts'

const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = 50
const root = path.join(import.meta.dirname, '../..')
const account = { email: 'bench@example.com', password: 'seven quiet otters' }

const dataDir = mkdtempSync(path.join(tmpdir(), 'passport-bench-'))
const children: ChildProcess[] = []
try {
  const floor = await serve('tests/bench/floor.ts', {})
  const server = await serve('server/main.ts', {
    DATA_DIR: dataDir,
    CAPTCHA_ON_SEND: 'off',
    SECOND_VERIFICATION: 'off',
    LOG_LEVEL: 'silent',
  })
  const { cookie, csrf } = await signUp(server)

  const check = { url: `${server}/passport/web/account/info/v2?aid=1001`, headers: { cookie } }
  const login = {
    url: `${server}/passport/web/user/login?aid=1001`,
    method: 'POST' as const,
    headers: {
      cookie: `passport_csrf_token=${csrf}`,
      'x-tt-passport-csrf-token': csrf,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(account).toString(),
  }

  const rates = {
    floor: [] as number[],
    check: [] as number[],
    login: [] as number[],
    busy: [] as number[],
    p99: [] as number[],
  }
  for (let round = 0; round < ROUNDS; round++) {
    rates.floor.push((await load({ url: floor })).rate)
    rates.check.push((await load(check)).rate)
    rates.login.push((await load(login)).rate)
    const [during] = await Promise.all([load(check), load(login)])
    rates.busy.push(during.rate)
    rates.p99.push(during.p99)
  }

  const base = median(rates.floor)
  printTable(
    `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, medians, Node ${process.versions.node}`,
    ['what', 'per second', 'of bare HTTP', 'goal'],
    [
      ['bare node:http', base.toFixed(0), '1.00', ''],
      [
        'session check',
        median(rates.check).toFixed(0),
        (median(rates.check) / base).toFixed(2),
        '≥ 8000',
      ],
      [
        'password sign-in',
        median(rates.login).toFixed(0),
        (median(rates.login) / base).toFixed(4),
        '≥ 120',
      ],
      [
        'session check while all sign in',
        median(rates.busy).toFixed(0),
        (median(rates.busy) / base).toFixed(2),
        '',
      ],
      ['… its p99', `${median(rates.p99).toFixed(0)} ms`, '', '≤ 25 ms'],
    ],
  )
} finally {
  for (const child of children) child.kill('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
}

async function serve(script: string, env: Record<string, string>): Promise<string> {
  const port = await freePort()
  const child = spawn(process.execPath, [script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env, PORT: String(port) },
  })
  children.push(child)
  const origin = `http://localhost:${port}`
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok === true) return origin
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${script} did not start`)
}

async function signUp(server: string): Promise<{ cookie: string; csrf: string }> {
  const csrf = 'b'.repeat(64)
  const post = (tail: string, fields: Record<string, string>): Promise<Response> =>
    fetch(`${server}/passport/web/${tail}?aid=1001`, {
      method: 'POST',
      headers: { cookie: `passport_csrf_token=${csrf}`, 'x-tt-passport-csrf-token': csrf },
      body: new URLSearchParams(fields),
    })
  await post('send_code', { email: account.email, type: '16' })
  let code: string | undefined
  for (let tries = 0; code === undefined && tries < 50; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    const mailbox = await fetch(`${server}/dev/mailbox.json?to=${account.email}`)
    code = ((await mailbox.json()) as { messages: { code: string }[] }).messages[0]?.code
  }
  const answer = await post('email/register/v2', { ...account, code: code ?? '' })
  const body = (await answer.json()) as { message: string; description: string }
  if (body.message !== 'success') throw new Error(`no account to measure with: ${body.description}`)
  // All cookies of the sign-in, as a browser would send them.
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return { cookie: cookies.join('; '), csrf }
}

interface Load {
  rate: number
  p99: number
}

// Only replies that say success count: a refusal with HTTP 200 would look fast.
async function load(options: autocannon.Options): Promise<Load> {
  let wrong = 0
  const result = await autocannon({
    connections: CONNECTIONS,
    duration: SECONDS,
    ...options,
    verifyBody(body) {
      const good = String(body).includes('"message":"success"')
      if (!good) wrong += 1
      return good
    },
  })
  if (wrong > 0) throw new Error(`${wrong} replies of ${String(options.url)} were refusals`)
  return { rate: result.requests.average, p99: result.latency.p99 }
}
