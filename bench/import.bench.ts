// An import of 100,000 people on each database, beside bare multi-row inserts of the very same rows.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { sql } from 'kysely'
import { onBothDatabases, type BenchDatabase } from './both-databases.ts'
import { median } from './table.ts'
import { atMost, printFigures } from './verdict.ts'
import { openDatabase, type Database } from '../server/store/database.ts'

const PEOPLE = 100_000
const ROUNDS = 3
const BATCH = 250
const MAX_TIMES = 4
const MAX_MORE_MIB = 225
const root = path.join(import.meta.dirname, '..')

const b64 = (bytes: number): string => Buffer.alloc(bytes, 'passport').toString('base64url')
const bcrypt = '10$KS9HKlaZ230wus1XlafrweWAmXfY7Y35SAlaUqyREvkOT9KbnZXPu'
/** One of each form. */
const hashes = [
  `$2b$${bcrypt}`,
  `$argon2id$v=19$m=19456,t=2,p=1$${b64(16)}$${b64(32)}`,
  `$argon2i$v=19$m=4096,t=10,p=1$${b64(16)}$${b64(32)}`,
  `$scrypt$ln=14,r=16,p=1$${b64(32)}$${b64(64)}`,
  `$pbkdf2-sha1$i=100000$${b64(16)}$${b64(20)}`,
  `$pbkdf2-sha256$i=600000$${b64(16)}$${b64(32)}`,
  `$pbkdf2-sha512$i=210000$${b64(16)}$${b64(64)}`,
  `$bcrypt-sha256$2b$${bcrypt}`,
  `$wp$2y$${bcrypt}`,
  '$P$Bq7Lk2Xz9KYvD1ILB9ILWVq//PQBAt1',
]
const tables = ['accounts', 'identifiers', 'linkedAccounts', 'importedAccounts'] as const
type Table = (typeof tables)[number]

await onBothDatabases(async ({ name, env, location }) => {
  const file = path.join(env.DATA_DIR, 'people.ndjson')
  writeFileSync(file, peopleOf())
  const idle = await runCommand(env, 'import', 'list')
  const database = openDatabase(location, { statementMs: 600_000 })
  const imports: { seconds: number; mib: number }[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    imports.push(await runCommand(env, 'import', 'passport', file, '--apply'))
    const rows = await takeRows(database, name === 'PostgreSQL')
    bare.push(await insertBare(database, rows))
    await takeRows(database, name === 'PostgreSQL')
  }
  await database.close()
  const seconds = median(imports.map((run) => run.seconds))
  const times = median(imports.map((run, round) => run.seconds / (bare[round] ?? 0)))
  const mib = Math.max(...imports.map((run) => run.mib)) - idle.mib
  printFigures(`${PEOPLE} people, ${hashes.length} forms of hashes, ${name}`, [
    { what: 'bare inserts', value: median(bare), unit: ' s' },
    { what: 'import', value: seconds, unit: ' s' },
    { what: 'import, of bare inserts', value: times, unit: '×', goal: atMost(MAX_TIMES) },
    { what: 'more memory than import list', value: mib, unit: ' MiB', goal: atMost(MAX_MORE_MIB) },
  ])
})

function peopleOf(): string {
  const lines = Array.from({ length: PEOPLE }, (_, at) => ({
    externalId: `auth0|${at}`,
    emails: [{ address: `person${at}@example.com`, isVerified: at % 10 !== 0, isPrimary: true }],
    username: at % 2 === 0 ? `person-${at}` : undefined,
    name: `Ann Person ${at}`,
    locale: 'en',
    createdAt: 1_700_000_000_000 + at,
    state: 'active',
    hash: hashes[at % hashes.length],
    linked: at % 4 === 0 ? [{ provider: 'google', sub: String(at) }] : [],
  }))
  return [{ format: 'passport-accounts/1' }, ...lines]
    .map((line) => JSON.stringify(line))
    .join('\n')
}

/** Runs an operator's command; returns its time, and the most memory that it had. */
async function runCommand(
  env: BenchDatabase['env'],
  ...typed: string[]
): Promise<{ seconds: number; mib: number }> {
  const start = performance.now()
  const child = spawn(process.execPath, ['server/main.ts', ...typed], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env, LOG_LEVEL: 'silent' },
  })
  let mib = 0
  const timer = setInterval(() => {
    if (child.exitCode === null) mib = Math.max(mib, mostMib(child.pid ?? 0))
  }, 20)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(timer)
  if (code !== 0) throw new Error(`${typed.join(' ')} ended with ${code}`)
  return { seconds: (performance.now() - start) / 1000, mib }
}

function mostMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** Empties the tables; returns what they held. */
async function takeRows({ query }: Database, isPostgres: boolean): Promise<Map<Table, object[]>> {
  const rows = new Map<Table, object[]>()
  for (const table of tables) rows.set(table, await query.selectFrom(table).selectAll().execute())
  // Rows that go by a foreign key go one by one, for longer than all else takes.
  if (isPostgres) await sql`truncate accounts, linked_accounts cascade`.execute(query)
  else for (const table of tables.toReversed()) await query.deleteFrom(table).execute()
  return rows
}

async function insertBare(
  { tx }: Database,
  rows: ReadonlyMap<Table, readonly object[]>,
): Promise<number> {
  const byAccount = new Map(
    tables.map((table) => [
      table,
      Map.groupBy(rows.get(table) ?? [], (row) =>
        String(Reflect.get(row, table === 'accounts' ? 'id' : 'accountId')),
      ),
    ]),
  )
  const ids = [...(byAccount.get('accounts')?.keys() ?? [])]
  const start = performance.now()
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH)
    await tx(async (query) => {
      for (const table of tables) {
        const values = batch.flatMap((id) => byAccount.get(table)?.get(id) ?? [])
        if (values.length > 0) await query.insertInto(table).values(values).execute()
      }
    })
  }
  return (performance.now() - start) / 1000
}
