// What a client's calls cost: ours and better-auth on each database, and oidc-provider alone, in memory. In
// turn, because a machine is not as fast in one minute as in the next; compare the rows of one run.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { createClient } from '../tests/support/client.ts'
import { createPostgresServer } from '../tests/support/postgres-server.ts'
import { signUp } from './load.ts'
import { processorMsOf } from './processor.ts'
import { startBetterAuth } from './open/better-auth.ts'
import {
  CHALLENGE,
  CLIENT,
  post,
  REDIRECT,
  SCOPE,
  send,
  VERIFIER,
  type Target,
} from './open/target.ts'
import { serve, type BenchServer } from './server.ts'
import { median } from './table.ts'
import { atLeast, atMost, printFigures, printVerdict, type Figure } from './verdict.ts'

const ROUNDS = 3
const CALLERS = 20
const SECONDS = 3
const MANY = '1000000'
/** Begin of the names of better-auth's targets, before that of ours. */
const PEER = 'better-auth, '

/** Multiple of the replies of better-auth. */
const least: Record<string, number> = { exchange: 2, refresh: 2, userinfo: 2, introspection: 2 }
/** Multiple of the processor that the library alone takes in memory. */
const most: Record<string, number> = { SQLite: 5, PostgreSQL: 8 }

interface Run {
  rate: number
  p50: number
  p99: number
  processorMs: number
}

const root = path.join(import.meta.dirname, '..')
const servers: BenchServer[] = []
const folder = mkdtempSync(path.join(tmpdir(), 'passport-open-'))
const postgres = await createPostgresServer({ isDurable: true })
try {
  console.log(`\nNode ${process.versions.node}, ${CALLERS} callers`)
  mkdirSync(path.join(folder, 'sqlite'))
  mkdirSync(path.join(folder, 'postgres'))
  const targets = [
    await plain(),
    await ours('SQLite', { DATA_DIR: path.join(folder, 'sqlite') }),
    await ours('PostgreSQL', {
      DATA_DIR: path.join(folder, 'postgres'),
      DATABASE_URL: postgres.url,
    }),
    await startBetterAuth(`${PEER}SQLite`, path.join(folder, 'peer.sqlite'), start),
    await startBetterAuth(`${PEER}PostgreSQL`, postgres.url, start),
  ]
  const runs = new Map<string, Run[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of targets) {
      for (const [what, run] of Object.entries(await measure(target))) {
        const key = `${target.name} ${what}`
        runs.set(key, [...(runs.get(key) ?? []), run])
      }
    }
  }
  const [alone] = targets
  for (const target of targets) {
    printFigures(
      `${target.name}: medians of ${ROUNDS} rounds`,
      ['authorize', 'exchange', 'refresh', 'userinfo', 'introspection'].flatMap((what) =>
        figuresOf(runs.get(`${target.name} ${what}`), runs.get(`${alone?.name} ${what}`), {
          what,
          times: most[target.name],
          peer: runs.get(`${PEER}${target.name} ${what}`),
        }),
      ),
    )
  }
  printVerdict()
} finally {
  for (const server of servers) server.stop()
  await postgres.remove()
  rmSync(folder, { recursive: true, force: true })
}

async function plain(): Promise<Target> {
  const server = await start('bench/open/plain-provider.ts', {})
  return {
    name: 'oidc-provider alone, in memory',
    ...server,
    client: CLIENT,
    code: async () => (await send(`${server.origin}/codes`)).body,
  }
}

async function ours(name: string, database: Record<string, string>): Promise<Target> {
  const env = {
    ...database,
    CAPTCHA_ON_SEND: 'off',
    SECOND_VERIFICATION: 'off',
    FORM_POSTS_PER_ADDRESS_HOUR: MANY,
    LOG_LEVEL: 'silent',
  }
  const server = await start('server/main.ts', env)
  const { origin } = server
  const output = execFileSync(
    process.execPath,
    ['server/main.ts', 'client', 'add', 'Bench', '--redirects', REDIRECT, '--scopes', SCOPE],
    { cwd: root, env: { ...process.env, ...env }, encoding: 'utf8' },
  )
  const printed = (what: string): string =>
    new RegExp(`^${what} +(\\S+)`, 'm').exec(output)?.[1] ?? ''
  const client = { id: printed('client_id'), secret: printed('client_secret') }
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope: SCOPE,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })
  const address = `${origin}/oauth/authorize?${query.toString()}`
  const cookies = await signUp(origin)
  await allow(origin, address, cookies[0] ?? '')
  let next = 0
  return {
    name,
    ...server,
    client,
    code: async () => {
      const cookie = cookies[next++ % cookies.length] ?? ''
      const { location } = await send(address, { headers: { cookie } })
      const code = URL.parse(location)?.searchParams.get('code')
      if (typeof code !== 'string') throw new Error(`no code, but ${location}`)
      return code
    },
  }
}

/** Presses the button of the consent page, once for all browsers of the account. */
async function allow(origin: string, address: string, cookie: string): Promise<void> {
  const browser = createClient((request) => fetch(request, { redirect: 'manual' }), origin)
  for (const pair of cookie.split('; ')) {
    const [name = '', value = ''] = pair.split('=')
    browser.cookies.set(name, value)
  }
  const navigation = { headers: { 'sec-fetch-site': 'none' } }
  await browser.send(new Request(address, navigation))
  const consentPage = await browser.send(new Request(`${origin}/form/authorize`, navigation))
  const hidden = (await consentPage.text()).matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  )
  const fields = Object.fromEntries([...hidden].map(([, name = '', value = '']) => [name, value]))
  const ticked = { allow_profile: '1', allow_offline_access: '1' }
  const reply = await browser.form('/form/authorize', { ...fields, ...ticked, action: 'allow' })
  const callback = reply.headers.get('location') ?? ''
  if (!callback.startsWith(REDIRECT)) throw new Error(`the consent was answered ${reply.status}`)
}

async function measure(target: Target): Promise<Record<string, Run>> {
  const codes: string[] = []
  const authorize = await callFor(target, async () => void codes.push(await target.code()))
  const tokens: Record<string, unknown>[] = []
  const exchange = await callFor(target, async () => {
    const code = codes.pop()
    if (code === undefined) return false
    const reply = await post(target, '/oauth/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: VERIFIER,
    })
    if (typeof reply.id_token !== 'string') throw new Error('no id token')
    if (tokens.length < CALLERS) tokens.push(reply)
  })
  const access = (caller: number): string => String(tokens[caller]?.access_token)
  const userinfo = await callFor(target, async (caller) => {
    const headers = { authorization: `Bearer ${access(caller)}` }
    const { body } = await send(`${target.origin}/oauth/userinfo`, { headers })
    if (!body.includes('"sub"')) throw new Error(`userinfo answered ${body}`)
  })
  const introspection = await callFor(target, async (caller) => {
    const reply = await post(target, '/oauth/introspect', { token: access(caller) })
    if (reply.active !== true) throw new Error('the token is dead')
  })
  const chains = tokens.map(({ refresh_token }) => String(refresh_token))
  const refresh = await callFor(target, async (caller) => {
    const reply = await post(target, '/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: chains[caller] ?? '',
    })
    chains[caller] = String(reply.refresh_token)
  })
  return { authorize, exchange, refresh, userinfo, introspection }
}

/** Calls for some seconds, or until there is nothing left to call with. */
async function callFor(
  { pid }: Target,
  call: (caller: number) => Promise<boolean | void>,
): Promise<Run> {
  const times: number[] = []
  const processorBefore = processorMsOf(pid)
  const began = performance.now()
  const lane = async (caller: number): Promise<void> => {
    while (performance.now() - began < SECONDS * 1000) {
      const at = performance.now()
      if ((await call(caller)) === false) return
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => lane(caller)))
  const seconds = (performance.now() - began) / 1000
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  return {
    rate: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    processorMs: (processorMsOf(pid) - processorBefore) / times.length,
  }
}

function figuresOf(
  runs: readonly Run[] = [],
  alone: readonly Run[] = [],
  {
    what,
    times,
    peer,
  }: { what: string; times: number | undefined; peer: readonly Run[] | undefined },
): Figure[] {
  const of = (all: readonly Run[], name: keyof Run): number => median(all.map((run) => run[name]))
  const value = of(runs, 'rate')
  // A code of the library alone is made without a request for it.
  const isAlike = what !== 'authorize'
  const ratio = (name: 'rate' | 'processorMs'): Pick<Figure, 'ratio'> =>
    isAlike ? { ratio: of(runs, name) / of(alone, name) } : {}
  const rate: Figure = {
    what,
    value,
    unit: '/s',
    p50: of(runs, 'p50'),
    p99: of(runs, 'p99'),
    ...ratio('rate'),
  }
  const processorMs = Math.round(100 * (times ?? 0) * of(alone, 'processorMs')) / 100
  const processor: Figure = {
    what: `${what}, processor`,
    value: of(runs, 'processorMs'),
    unit: ' ms',
    ...ratio('processorMs'),
    ...(isAlike && times !== undefined && { goal: atMost(processorMs) }),
  }
  if (peer === undefined) return [rate, processor]
  const atLeastTimes = least[what]
  const compared: Figure = {
    what: `${what}, of better-auth`,
    value: value / of(peer, 'rate'),
    unit: '×',
    ...(atLeastTimes !== undefined && { goal: atLeast(atLeastTimes) }),
  }
  return [rate, processor, compared]
}

async function start(script: string, env: Record<string, string>): Promise<BenchServer> {
  const server = await serve(script, env)
  servers.push(server)
  return server
}
