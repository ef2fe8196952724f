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

/** A `;` that ends no line, or that ends a comment. */
const MISPLACED_END = /^(?:(?!--).)*;.|--.*;$/m

/** Returns the migrations of a folder, in the order they run. @throws where statements cannot be told apart */
export function readMigrations(
  folder: string = path.join(import.meta.dirname, 'migrations'),
): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      // Git may check a file out with other line endings.
      const text = readFileSync(path.join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      if (MISPLACED_END.test(text)) {
        throw new Error(
          `${file} has a “;” that is not the last character of a statement and its line; put comments on lines of their own`,
        )
      }
      return {
        name: path.basename(file, '.sql'),
        digest: hash('sha256', text),
        statements: text.split(/;$/m).filter((part) => part.trim() !== ''),
      }
    })
}
