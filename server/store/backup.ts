import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/**
 * Writes a SQLite database as it is at this moment to a new file that only its owner can read;
 * servers that use it go on meanwhile.
 */
export function copySqlite(file: string, target: string): void {
  closeSync(openSync(target, 'wx', 0o600))
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    database.prepare('vacuum into ?').run(target)
  } finally {
    database.close()
  }
}
