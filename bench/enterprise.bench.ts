// An organization of 100,000 members on each database: rights, lists and searches of its members, many
// invitations and a freeze, beside the session check, a bare read and better-auth on the same machine in the same run.
import { onBothDatabases, type BenchDatabase } from './both-databases.ts'
import { callsOf } from './calls.ts'
import { fillAccounts } from '../tests/support/fill-accounts.ts'
import { fillOrganization } from './fill-organization.ts'
import { costingLoad, load, memoryOf, signUp, type Load } from './load.ts'
import { median } from './table.ts'
import {
  atLeast,
  atMost,
  loadFigure,
  printFigures,
  rateOf,
  within,
  type Figure,
} from './verdict.ts'

const ROUNDS = 3
const MEMBERS = 100_000
const INVITATIONS = 10_000
const ROWS_A_CALL = 200
const PAGE_SIZE = 50
/** Required factors by which our rate exceeds better-auth's; far pages are counted from the first row. */
const TIMES_OF_PEER = 4
const TIMES_OF_PEER_FAR = 0.9

const goals = {
  SQLite: { rights: 1.5, list: 40, deep: 100, search: 200, inviteSeconds: 30, freeze: 50 },
  PostgreSQL: { rights: 1.6, list: 60, deep: 250, search: 200, inviteSeconds: 90, freeze: 50 },
}

await onBothDatabases(async ({ name, env: database, location, start }) => {
  const server = await start('server/main.ts', {
    ...database,
    CAPTCHA_ON_SEND: 'off',
    SECOND_VERIFICATION: 'off',
    LOG_LEVEL: 'silent',
  })
  const floor = await start('bench/floor.ts', { FLOOR_DATABASE: location })
  const [first = '', ...others] = await signUp(server.origin)
  const api = apiOf(server.origin)
  const created = await api(first, 'subject/create', { subject_name: 'Orchard Ltd' })
  const organization = String(created.data.subject_uid)
  await fillAccounts(location, MEMBERS)
  await fillOrganization(location, organization, MEMBERS)
  const acting = [created.cookie]
  for (const cookie of others.slice(0, 25)) {
    acting.push((await api(cookie, 'subject/login', { login_subject_uid: organization })).cookie)
  }
  const oneself = others.slice(25)
  const { check } = callsOf(server.origin, oneself)
  const get = (tail: string, query: string): Parameters<typeof load>[1] => ({
    url: server.origin,
    requests: acting.map((cookie) => ({
      path: `/passport/aff/web/${tail}?aid=1001&subject_uid=${organization}${query}`,
      headers: { cookie },
    })),
  })
  const rights = get('permission/list', '')
  const peer = await peerOf(start, name === 'SQLite' ? `${location}-peer` : location)
  const floors: Load[] = []
  const costs: Record<'check' | 'rights', number[]> = { check: [], rights: [] }
  const rates: Record<'check' | 'rights' | 'peer', Load[]> = { check: [], rights: [], peer: [] }
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await load(50, { url: floor.origin }))
    for (const [what, call] of [
      ['check', check],
      ['rights', rights],
    ] as const) {
      const { processorMs, ...done } = await costingLoad(server.pid, 50, call)
      rates[what].push(done)
      costs[what].push(processorMs)
    }
    rates.peer.push(await load(50, peer.rights))
  }
  const page = (number: number): Parameters<typeof load>[1] =>
    get('deputy/list', `&page=${number}&page_size=${PAGE_SIZE}`)
  const lists = { first: [await load(10, page(1))], deep: [await load(10, page(2000))] }
  const peerLists = {
    first: [await load(10, peer.list(0))],
    deep: [await load(10, peer.list(MEMBERS - PAGE_SIZE))],
  }
  const search = [await load(4, get('deputy/list', `&q=rson9999&page_size=${PAGE_SIZE}`))]
  const before = memoryOf(server.pid)
  const [invited, during] = await Promise.all([
    invite(api, created.cookie, organization),
    load(10, check),
  ])
  const after = memoryOf(server.pid)
  const freezeMs = await freeze(api, created.cookie, organization)

  const goal = goals[name]
  const read = rateOf(floors)
  const ratio = median(costs.rights) / median(costs.check)
  printFigures(`${name}, ${MEMBERS} members: medians of ${ROUNDS} runs`, [
    loadFigure('node:http with one indexed read, 50 connections', floors, read),
    loadFigure('session check as oneself, 50 connections', rates.check, read),
    loadFigure('rights of a member, 50 connections', rates.rights, read),
    {
      what: 'rights of a member, processor, of a session check',
      value: median(costs.rights) * 1000,
      unit: ' µs',
      ratio,
    },
    { what: 'the same as a ratio', value: ratio, unit: '×', goal: atMost(goal.rights) },
    loadFigure('the same call of better-auth', rates.peer, read),
    timesFigure('rights of a member', rates.rights, rates.peer),
    {
      ...loadFigure('list of 50, page 1, 10 connections', lists.first, read),
      goal: within(goal.list),
    },
    {
      ...loadFigure('list of 50, page 2000, 10 connections', lists.deep, read),
      goal: within(goal.deep),
    },
    loadFigure('list of better-auth, page 1', peerLists.first, read),
    timesFigure('list, page 1', lists.first, peerLists.first),
    loadFigure('list of better-auth, page 2000', peerLists.deep, read),
    timesFigure('list, page 2000', lists.deep, peerLists.deep, TIMES_OF_PEER_FAR),
    {
      ...loadFigure('search for a part of an address, 4 connections', search, read),
      goal: within(goal.search),
    },
    {
      what: `${INVITATIONS} invitations, ${ROWS_A_CALL} a call`,
      value: invited,
      unit: ' s',
      goal: atMost(goal.inviteSeconds),
    },
    { ...loadFigure('session check meanwhile', [during], read), goal: within(80) },
    {
      what: 'memory that this took',
      value: after.most - before.now,
      unit: ' MiB',
      goal: atMost(40),
    },
    { what: 'freezing the organization', value: freezeMs, unit: ' ms', goal: atMost(goal.freeze) },
  ])
})

// Its server prepares an organization of as many members, and signs its owner in.
async function peerOf(
  start: BenchDatabase['start'],
  location: string,
): Promise<{
  rights: Parameters<typeof load>[1]
  list: (offset: number) => Parameters<typeof load>[1]
}> {
  const env = { PEER_DATABASE: location, MEMBERS: String(MEMBERS) }
  const { origin } = await start('bench/peers/better-auth.ts', env)
  const prepared = await fetch(`${origin}/prepared`)
  const { cookie, organization } = (await prepared.json()) as Record<string, string>
  const url = `${origin}/api/auth/organization`
  const headers = { cookie: cookie ?? '', origin, 'content-type': 'application/json' }
  return {
    rights: {
      url: `${url}/has-permission`,
      method: 'POST',
      headers,
      body: JSON.stringify({ permissions: { member: ['update'] } }),
      success: '"success":true',
    },
    list: (offset) => ({
      url: `${url}/list-members?organizationId=${organization}&limit=${PAGE_SIZE}&offset=${offset}`,
      headers,
      success: `"total":${MEMBERS + 1}`,
    }),
  }
}

function timesFigure(
  what: string,
  own: readonly Load[],
  peer: readonly Load[],
  times = TIMES_OF_PEER,
): Figure {
  const value = rateOf(own) / rateOf(peer)
  return { what: `${what}, of better-auth`, value, unit: '×', goal: atLeast(times) }
}

type Api = (
  cookie: string,
  tail: string,
  fields: Record<string, string>,
) => Promise<{ data: Record<string, unknown>; cookie: string }>

function apiOf(origin: string): Api {
  return async (cookie, tail, fields) => {
    const answer = await fetch(`${origin}/passport/aff/web/${tail}?aid=1001`, {
      method: 'POST',
      headers: { cookie, 'x-tt-passport-csrf-token': csrfOf(cookie) },
      body: new URLSearchParams(fields),
    })
    const body = (await answer.json()) as { message: string; data: Record<string, unknown> }
    if (body.message !== 'success') throw new Error(`${tail}: ${JSON.stringify(body.data)}`)
    const kept = answer.headers.getSetCookie().map((line) => line.split(';')[0])
    return { data: body.data, cookie: kept.join('; ') }
  }
}

function csrfOf(cookie: string): string {
  return /passport_csrf_token=([^;]+)/.exec(cookie)?.[1] ?? ''
}

/** Seconds that all invitations took. */
async function invite(api: Api, cookie: string, organization: string): Promise<number> {
  const startedAt = performance.now()
  for (let at = 0; at < INVITATIONS; at += ROWS_A_CALL) {
    const rows = Array.from({ length: ROWS_A_CALL }, (_, offset) => ({
      row: at + offset,
      email: `new${at + offset}@orchard.example`,
      deputy_name: `New ${at + offset}`,
    }))
    const { data } = await api(cookie, 'invitation/create_bulk', {
      subject_uid: organization,
      rows: JSON.stringify(rows),
    })
    const refused = (data.results as { result: string; error: string }[]).find(
      ({ result }) => result !== 'made',
    )
    if (refused !== undefined) throw new Error(`an invitation was not made: ${refused.error}`)
  }
  return (performance.now() - startedAt) / 1000
}

async function freeze(api: Api, cookie: string, organization: string): Promise<number> {
  const startedAt = performance.now()
  await api(cookie, 'subject/freeze', { subject_uid: organization, is_frozen: '1' })
  return performance.now() - startedAt
}
