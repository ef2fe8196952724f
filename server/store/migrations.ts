import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One step that changes the tables: a file of `migrations/`. */
export interface Migration {
  /** Name of the file without its ending, such as `001-baseline`. */
  readonly name: string
  /** SHA-256 of the file's text, hex. */
  readonly digest: string
  readonly statements: readonly string[]
}

/** Returns the migrations of a folder, in the order they run. */
export function readMigrations(
  folder: string = path.join(import.meta.dirname, 'migrations'),
): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      // Git may check a file out with other line endings.
      const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return {
        name: path.basename(file, '.sql'),
        digest: hash('sha256', text),
        statements: text.split(/;$/m).filter((part) => part.trim() !== ''),
      }
    })
}
