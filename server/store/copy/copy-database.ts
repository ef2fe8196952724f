import type { Clock } from '../../lib/clock.ts'
import { requireEncoding } from '../database-encoding.ts'
import type { Database } from '../database.ts'
import { isUpToDate, migrate } from '../migrate.ts'
import { readAll, readFirst } from '../statements.ts'
import { checkDatabase, type DatabaseCheck } from './check-database.ts'
import { eachBatch, emptyTable, hasRows, insertRows } from './table-rows.ts'
import { readTableShapes, type TableShape } from './table-shapes.ts'

/** Name of the lease that a target has until it is complete. */
const COPY = 'copy'

/** Tables that belong to one place: who works there, what its migrations were, mails that nobody sent. */
const notCopied = new Set(['leases', 'migrations', 'mailbox'])

/** Options of a copy. */
export interface CopyOptions {
  /** Whether the source is a backup, which no server uses. */
  readonly isBackup: boolean
  /** Whether what an earlier copy left in the target is removed. */
  readonly restarts: boolean
  onTable(name: string, rows: number): void
}

/** Returns the tables that a copy takes along, which `db check` reads. */
export async function copiedTables(): Promise<TableShape[]> {
  return (await readTableShapes()).filter(({ name }) => !notCopied.has(name))
}

/** Error when a database cannot be copied; the message says what to do. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
}

/**
 * Copies all rows to an empty database, a table in one transaction, and reads both through. Returns
 * what the target holds. @throws CopyError when it may not begin, or when the two differ
 */
export async function copyDatabase(
  source: Database,
  target: Database,
  clock: Clock,
  { isBackup, restarts, onTable }: CopyOptions,
): Promise<DatabaseCheck> {
  if (!isBackup) await requireNoServer(source, clock())
  if (!(await isUpToDate(source))) {
    throw new CopyError('The source is of an older version: run "migrate" first.')
  }
  const shapes = await copiedTables()
  await prepareTarget(source, target, clock, shapes, restarts)
  for (const shape of shapes) {
    let rows = 0
    await target.tx(async (tx) => {
      rows = 0
      await eachBatch(source, shape, async (batch) => {
        await insertRows(tx, shape, batch)
        rows += batch.length
      })
    })
    onTable(shape.name, rows)
  }
  const [before, after] = [await checkDatabase(source, shapes), await checkDatabase(target, shapes)]
  const differing = shapes.filter(
    ({ name }) => before.tables.get(name)?.digest !== after.tables.get(name)?.digest,
  )
  if (differing.length > 0) {
    const names = differing.map(({ name }) => name).join(', ')
    throw new CopyError(
      `The copy is not the same in ${names}: something changed the source meanwhile. Stop all servers and run this again with --restart.`,
    )
  }
  await target.query.deleteFrom('leases').where('name', '=', COPY).execute()
  return after
}

/** Returns whether a copy to a database has begun and is not complete. */
export async function isHalfCopied(database: Database): Promise<boolean> {
  return (await endOfLease(database, COPY)) !== undefined
}

function endOfLease({ query }: Database, lease: string): Promise<number | undefined> {
  const found = query.selectFrom('leases').select('expiresAt').where('name', '=', lease)
  return readFirst(found, ({ expiresAt }) => expiresAt)
}

async function requireNoServer(source: Database, now: number): Promise<void> {
  const end = (await endOfLease(source, 'cleanup')) ?? 0
  if (end <= now) return
  const seconds = Math.ceil((end - now) / 1000)
  throw new CopyError(
    `A server uses the database, or was killed less than two minutes ago: stop all servers, and wait ${seconds} seconds if one was killed. "--from-backup" copies a backup beside running servers, as a rehearsal.`,
  )
}

// The lease comes first and goes last, so that only what a copy has begun is ever emptied.
async function prepareTarget(
  source: Database,
  target: Database,
  clock: Clock,
  shapes: readonly TableShape[],
  restarts: boolean,
): Promise<void> {
  await requireEncoding(target)
  await migrate(target, clock)
  if ((await namesOfMigrations(source)) !== (await namesOfMigrations(target))) {
    throw new CopyError('Source and target have different migrations.')
  }
  const isBegun = await isHalfCopied(target)
  if (isBegun && !restarts) {
    throw new CopyError(
      'An earlier copy has filled the target by half: "--restart" empties it and begins again.',
    )
  }
  if (isBegun) {
    for (const shape of shapes.toReversed()) await emptyTable(target.query, shape)
    return
  }
  for (const shape of shapes) {
    if (!(await hasRows(target.query, shape))) continue
    throw new CopyError(`The target is not empty, it has ${shape.name}: name an empty database.`)
  }
  await target.query.insertInto('leases').values({ name: COPY, holder: '', expiresAt: 0 }).execute()
}

async function namesOfMigrations({ query }: Database): Promise<string> {
  const names = await readAll(query.selectFrom('migrations').select('name'), ({ name }) => name)
  return names.toSorted().join()
}
