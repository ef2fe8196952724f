import { createApp, type PassportApp } from '../../server/app.ts'
import { createLocalPool } from './local-pool.ts'
import { readConfig } from '../../server/config/config.ts'
import { admitSecrets } from '../../server/config/secret-marks.ts'
import { toSecrets, type Secrets } from '../../server/config/secrets.ts'
import { createLog } from '../../server/lib/log.ts'
import { logWithMetrics } from '../../server/metrics/log-with-metrics.ts'
import type { Metrics } from '../../server/metrics/metrics.ts'
import type { Database } from '../../server/store/database.ts'
import { secretMarkRepository } from '../../server/store/secret-mark-repository.ts'
import { quickWork } from '../captcha/server.ts'
import { createClient, type Client } from './client.ts'
import { createTestClock, type TestClock } from './clock.ts'
import { createPeople, type Person } from './create-people.ts'
import { createTestDatabase, type TestDatabase } from './databases.ts'
import { createTestOutside } from './outside.ts'
import { createSecretWatch } from './secret-watch.ts'
import { checkReplies } from './valid-replies.ts'
import type { MailboxMessage } from '../../server/store/schema/messages.ts'

/** Origin of the test server. */
export const ORIGIN = 'http://localhost:4321'

/** Options of a test server. */
export interface TestOptions {
  /** Settings by the names of their environment variables. */
  settings?: Record<string, string>
  /** A database that other servers share; otherwise a new one. */
  database?: TestDatabase
  clock?: TestClock
  /** Secrets of settings that are admitted as a start does; otherwise those of all test servers. */
  secrets?: Secrets
  /** Metrics that count what is logged. */
  metrics?: Metrics
}

/** The real server, in process, with access to its internals. */
export interface TestServer {
  readonly app: PassportApp
  readonly database: Database
  readonly clock: TestClock
  /** Lines of the log, as they were written. */
  readonly lines: string[]
  /** `fetch` for a client under test. */
  fetch(request: Request, address?: string): Promise<Response>
  client(address?: string): Client
  /** Signs a new person up through the real calls. */
  person(options?: { email?: string; mobile?: string; password?: string }): Promise<Person>
  /** Waits for what the workers of all servers of the test do: messages are sent, counts written. */
  settled(): Promise<void>
  /** Messages to an address, newest first. */
  mail(to: string): Promise<MailboxMessage[]>
  /** The code of the newest message to an address. */
  codeFor(to: string): Promise<string>
  close(): Promise<void>
}

const open: TestServer[] = []

// A message may be sent by any server that shares the database.
async function settled(): Promise<void> {
  for (const { app } of open) {
    await app.services.webhookWorker.idle()
    await app.services.outboxWorker.idle()
    await app.services.telemetry.flush()
    await app.services.attempts.flush()
  }
}

/** Closes the servers of the test that ended. */
export async function closeTestServers(): Promise<void> {
  for (const server of open.splice(0)) await server.close()
}

// Cheap hashes and no captcha on sending: a test that is about either says so.
const testSettings = {
  HASH_MEMORY_KIB: '8',
  HASH_PASSES: '1',
  CAPTCHA_ON_SEND: 'off',
  SECOND_VERIFICATION: 'off',
  CODES_PER_ADDRESS_HOUR: '1000',
  CODES_PER_ADDRESS_DAY: '1000',
  DIST_DIR: '/nonexistent',
  PORT: '4321',
  HOST_PAGE_ORIGINS: 'http://localhost:4322,http://127.0.0.1:4322',
}

/** Secrets of every test server. */
export const testSecrets: Secrets = toSecrets('s'.repeat(43), 'r'.repeat(43))

/** Starts a server; it is closed after the test. */
export async function createTestServer(options: TestOptions = {}): Promise<TestServer> {
  const clock = options.clock ?? createTestClock()
  const lines: string[] = []
  const place = options.database ?? (await createTestDatabase())
  const database = place.open()
  const config = readConfig({ ...testSettings, ...options.settings })
  const log = createLog('trace', { write: (line) => lines.push(line) })
  const app = await createApp({
    config,
    database,
    secrets:
      options.secrets === undefined
        ? testSecrets
        : await admitSecrets(secretMarkRepository(database.query), options.secrets),
    clock: clock.now,
    log: options.metrics === undefined ? log : logWithMetrics(log, options.metrics),
    pool: createLocalPool(),
    captchaWork: quickWork,
    outside: createTestOutside(config.DNS_SERVERS),
  })
  const secrets = createSecretWatch()
  const fetch = secrets.watch(checkReplies(app.fetch))
  const client = (address?: string): Client =>
    secrets.watchCalls(createClient(fetch, ORIGIN, address))
  const mail = async (to: string): Promise<MailboxMessage[]> => {
    await settled()
    return await app.services.mailbox.list(50, to)
  }
  const codeFor = async (to: string): Promise<string> => {
    const [newest] = await mail(to)
    if (newest === undefined) throw new Error(`no message to ${to}`)
    return newest.code
  }
  const server: TestServer = {
    app,
    database,
    clock,
    lines,
    fetch,
    client,
    settled,
    mail,
    codeFor,
    person: createPeople(client, codeFor),
    close: async () => {
      await app.close()
      const problems = secrets.problems(lines)
      if (problems.length > 0) throw new Error(`the log has ${problems.join(', ')}`)
    },
  }
  open.push(server)
  return server
}

/** Starts two servers on one database, with one clock; they are closed after the test. */
export async function createTwoServers(
  options: Omit<TestOptions, 'database'> = {},
): Promise<[TestServer, TestServer]> {
  const shared = {
    ...options,
    clock: options.clock ?? createTestClock(),
    database: await createTestDatabase(true, false),
  }
  return [await createTestServer(shared), await createTestServer(shared)]
}
