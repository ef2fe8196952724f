import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkDatabase, type DatabaseCheck } from '../store/copy/check-database.ts'
import { copiedTables, copyDatabase } from '../store/copy/copy-database.ts'
import { openDatabase, type Database } from '../store/database.ts'
import { isUpToDate } from '../store/migrate.ts'
import { AdminError, UsageError, type Command } from './command.ts'
import { toTable } from './format.ts'
import { makeFolder } from './make-folder.ts'

/** A table may take long, and is one transaction. */
const patience = { poolSize: 2, statementMs: 24 * 60 * 60_000 }

const FILE = 'passport.sqlite'

export const checkDatabaseCommand: Command = {
  name: 'db check',
  description: 'Reads the database through: its tables, and whether anything contradicts itself.',
  run: async (_input, { config, print }) => {
    await withSource(undefined, config(), async (database) => {
      if (!(await isUpToDate(database))) {
        throw new AdminError('Its tables are of an older version: run "migrate" first.')
      }
      const check = await checkDatabase(database, await copiedTables())
      print(tableOf(check))
      requireNoFaults(check)
      print('\nNothing contradicts itself.')
    })
  },
}

export const copyDatabaseCommand: Command = {
  name: 'db copy',
  usage: '--to text [--from-backup folder] [--restart]',
  description:
    'Copies all data from SQLite to PostgreSQL or back, into an empty database, and compares the two; docs/operations.md has the steps.',
  run: async ({ flags }, { clock, config, print }) => {
    const to = String(flags.to)
    const backup = flags['from-backup']
    await withSource(backup, config(), async (source, from) => {
      const location = locationOf(to)
      if (location === from) throw new UsageError('--to is the database of the settings itself.')
      await withDatabase(location, async (target) => {
        const began = Date.now()
        const check = await copyDatabase(source, target, clock, {
          isBackup: backup !== undefined,
          restarts: flags.restart === true,
          onTable: (name, rows) => {
            if (rows > 0) print(`${name}: ${rows}`)
          },
        })
        const seconds = Math.ceil((Date.now() - began) / 1000)
        print(`\n${tableOf(check)}\n\nBoth are the same, after ${seconds} s.`)
        requireNoFaults(check)
        print('Start the servers on it with the same SERVER_SECRET and SEAL_ROOT_KEY.')
      })
    })
  },
}

/** Opens the database of the settings, or that of a backup. */
async function withSource(
  backup: string | boolean | undefined,
  { DATABASE_URL: url, databaseFile }: { DATABASE_URL: string; databaseFile: string },
  work: (database: Database, location: string) => Promise<void>,
): Promise<void> {
  const file = backup === undefined ? databaseFile : resolve(String(backup), FILE)
  const location = backup === undefined && url !== '' ? url : file
  // Opening would create the file.
  if (location === file && !existsSync(file)) throw new AdminError(`There is no "${file}".`)
  await withDatabase(location, (database) => work(database, location))
}

async function withDatabase(
  location: string,
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const database = openDatabase(location, patience)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

function locationOf(to: string): string {
  if (/^postgres(?:ql)?:/.test(to)) return to
  if (/^\w+:\/\//.test(to)) throw new UsageError('--to is a folder or a URL with postgres://.')
  makeFolder(to)
  return join(resolve(to), FILE)
}

function tableOf({ tables }: DatabaseCheck): string {
  const filled = [...tables].filter(([, { rows }]) => rows > 0)
  return toTable(filled, {
    table: ([name]) => name,
    rows: ([, { rows }]) => String(rows),
    'SHA-256': ([, { digest }]) => digest,
  })
}

function requireNoFaults({ faults }: DatabaseCheck): void {
  if (faults.length > 0) throw new AdminError(faults.join('\n'))
}
