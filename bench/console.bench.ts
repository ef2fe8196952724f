// Lists, searches and the page of a person in the console with a million people, on each database: processor
// time of the server, and the time of one caller as a multiple of bare node:http with one indexed read in the
// same run. `BENCH_PEOPLE` names another number of people.
import process from 'node:process'
import { readConfig } from '../server/config/config.ts'
import { consoleMessages } from '../server/console/messages/all-messages.ts'
import { createPagers } from '../server/console/pager.ts'
import type { Secrets } from '../server/config/secrets.ts'
import { searchKeyOf } from '../server/store/search-keys.ts'
import { fillAccounts } from '../tests/support/fill-accounts.ts'
import { freePort } from '../tests/support/free-port.ts'
import { onBothDatabases } from './both-databases.ts'
import { fillConsole, OPERATOR, signInOwner } from './fill-console.ts'
import { costingLoad, load, memoryOf } from './load.ts'
import { loadFigure, printFigures, within, type Figure } from './verdict.ts'

const people = Number(process.env.BENCH_PEOPLE ?? 1_000_000)
/** Longest time of a page, in milliseconds; at this a reader notices nothing. */
const P99_MS = 50

/** A page, and a text that it has if it is the right one. */
interface MeasuredPage {
  what: string
  path: string
  success: string
}

function pagesOf(secrets: Secrets): MeasuredPage[] {
  const pagers = createPagers(secrets)
  const after = (path: string, next: unknown, query = {}): string => {
    const [link] = pagers(path, OPERATOR, consoleMessages.en).links(query, next)
    return link?.href ?? ''
  }
  const middle = String(people / 2)
  const place = { createdAt: Date.now() + 1, id: middle }
  const name = 'Person 5'
  const key = Buffer.from(searchKeyOf('Person 55')).toString('hex')
  const found = { part: 'names', key, id: '' }
  const at = { at: Date.now(), id: middle }
  return [
    { what: 'start page, refused sign-ins of a day', path: '/', success: 'password_error' },
    { what: 'people, first page', path: '/people', success: 'Person' },
    {
      what: 'people, a page in the middle',
      path: after('/people', place),
      success: 'Person',
    },
    {
      what: 'people by address',
      path: `/people?q=full${middle}@example.com`,
      success: `/people/${middle}"`,
    },
    { what: 'people by the beginning of a name', path: '/people?q=Person+5', success: 'Person 5' },
    {
      what: 'the same, in the middle',
      path: after('/people', found, { q: name }),
      success: 'Person 55',
    },
    { what: 'people by the beginning of an address', path: '/people?q=ful', success: 'Person' },
    { what: 'people that nobody is like', path: '/people?q=nobody', success: '</html>' },
    { what: 'page of a person', path: `/people/${middle}`, success: `Person ${middle}` },
    { what: 'trace of a person', path: `/people/${middle}/trace`, success: `Person ${middle}` },
    { what: 'companies, first page', path: '/companies', success: 'Company' },
    {
      what: 'companies, in the middle',
      path: after('/companies', middle),
      success: 'Company',
    },
    { what: 'a company by id', path: `/companies?q=10`, success: 'Company 10' },
    { what: 'clients, first page', path: '/clients', success: 'Client' },
    {
      what: 'clients, in the middle',
      path: after('/clients', middle),
      success: 'Client',
    },
    { what: 'deliveries of a webhook', path: '/webhooks/bench?state=dead', success: '500' },
    { what: 'messages', path: '/messages', success: '</html>' },
    { what: 'record, first page', path: '/record', success: '.view' },
    {
      what: 'record, in the middle',
      path: after('/record', at),
      success: '.view',
    },
    { what: 'record of a person', path: `/record?q=${middle}`, success: '.view' },
    { what: 'record of an operator', path: `/record?actor=${OPERATOR}`, success: '.view' },
  ]
}

await onBothDatabases(async ({ name, env: database, location, start }) => {
  const env = { ...database, LOG_LEVEL: 'silent', CONSOLE_PORT: String(await freePort()) }
  const server = await start('server/main.ts', env)
  const floor = await start('bench/floor.ts', { FLOOR_DATABASE: location })
  const startedAt = performance.now()
  await fillAccounts(location, people)
  await fillConsole(location)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`${name}: ${people} people and what belongs to them filled in ${seconds} s`)
  const { cookie, secrets } = await signInOwner(location, readConfig(env))
  const base = await load(1, { url: floor.origin })
  const url = `http://localhost:${env.CONSOLE_PORT}`
  const figures: Figure[] = [loadFigure('node:http with one indexed read', [base], base.rate)]
  for (const { what, path, success } of pagesOf(secrets)) {
    const call = { url: url + path, requests: [{ path, headers: { cookie } }], success }
    const { processorMs: value, rate, p50, p99 } = await costingLoad(server.pid, 1, call)
    const ratio = base.rate / rate
    figures.push({ what, value, unit: ' ms', ratio, p50, p99, goal: within(P99_MS) })
  }
  const memory = memoryOf(server.pid)
  figures.push({ what: 'memory at most', value: memory.most, unit: ' MiB' })
  printFigures(`${name}: one caller, ${people} people`, figures)
})
