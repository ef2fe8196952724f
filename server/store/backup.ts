import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Copies a SQLite database that may be in use to a new file that only its owner can read. */
export function copySqlite(file: string, destination: string): void {
  closeSync(openSync(destination, 'wx', 0o600))
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.prepare('vacuum into ?').run(destination)
  } finally {
    database.close()
  }
}
