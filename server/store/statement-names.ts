import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import { DatabaseError } from 'pg'

/** Texts that get a name; lists of any length could make more of them than a connection should keep. */
const MOST = 500
const namedKinds: ReadonlySet<string> = new Set([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
])

/**
 * Names under which connections to PostgreSQL keep what they parsed and planned. A name comes of the
 * text, so that where a pooler mixes connections up, one name never means two texts.
 */
export class StatementNames {
  #names = new Map<string, string>()
  #generation = 0
  #isOff = false

  of({ sql, query }: CompiledQuery): string | undefined {
    if (this.#isOff || !namedKinds.has(query.kind)) return undefined
    let name = this.#names.get(sql)
    if (name === undefined && this.#names.size < MOST) {
      const digest = createHash('sha256').update(sql).digest('hex').slice(0, 24)
      name = `passport_${this.#generation}_${digest}`
      this.#names.set(sql, name)
    }
    return name
  }

  /** Whether a named statement failed because of its name, so that it goes well when sent again. */
  explains(error: unknown): boolean {
    if (!(error instanceof DatabaseError)) return false
    // A table has another column than when the text was planned: under new names all is planned anew.
    if (error.code === '0A000' && error.message.includes('cached plan')) {
      this.#generation += 1
      this.#names = new Map()
      return true
    }
    // No such name, or there already: a pooler gives the connection to others between statements.
    if (error.code === '26000' || error.code === '42P05') {
      this.#isOff = true
      return true
    }
    return false
  }
}
