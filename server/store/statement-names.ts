import { createHash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import { DatabaseError } from 'pg'

/** Maximum of named texts, because each connection keeps all of them. */
const MAX_NAMES = 500
const namedKinds: ReadonlySet<string> = new Set([
  'SelectQueryNode',
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
])

/**
 * Names under which PostgreSQL keeps parsed and planned statements; without them, session checks
 * are a third slower. A name is a digest of the text, so one name never means two texts, even where
 * a pooler mixes connections.
 */
export class StatementNames {
  #names = new Map<string, string>()
  #generation = 0
  #isOff = false

  of({ sql, query }: CompiledQuery): string | undefined {
    if (this.#isOff || !namedKinds.has(query.kind)) return undefined
    let name = this.#names.get(sql)
    if (name === undefined && this.#names.size < MAX_NAMES) {
      const digest = createHash('sha256').update(sql).digest('hex').slice(0, 24)
      name = `passport_${this.#generation}_${digest}`
      this.#names.set(sql, name)
    }
    return name
  }

  /** Returns whether a statement failed because of its name; it succeeds when sent again. */
  explains(error: unknown): boolean {
    if (!(error instanceof DatabaseError)) return false
    // A table got another column after the text was planned: new names make PostgreSQL plan again.
    if (error.code === '0A000' && error.message.includes('cached plan')) {
      this.#generation += 1
      this.#names = new Map()
      return true
    }
    // The name is unknown or exists already: a pooler shares the connection between statements.
    if (error.code === '26000' || error.code === '42P05') {
      this.#isOff = true
      return true
    }
    return false
  }
}
