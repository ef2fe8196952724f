import { closeSync, fsyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Copies a SQLite database that may be in use to a new file that only its owner can read. */
export function copySqlite(file: string, destination: string): void {
  const copy = openSync(destination, 'wx', 0o600)
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.prepare('vacuum into ?').run(destination)
    // SQLite does not wait for the disk here.
    fsyncSync(copy)
  } finally {
    database.close()
    closeSync(copy)
  }
}
