import type { SecretMarkRepository } from '../config/secret-marks.ts'
import type { Queries } from './database.ts'

/** Secret marks in SQL. */
export function secretMarkRepository(query: Queries): SecretMarkRepository {
  return {
    all: async () => {
      const rows = await query.selectFrom('secretMarks').selectAll().execute()
      return new Map(rows.map(({ name, mark }) => [name, mark]))
    },
    insert: async (name, mark) => {
      await query
        .insertInto('secretMarks')
        .values({ name, mark })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    replace: async (name, mark) => {
      await query
        .insertInto('secretMarks')
        .values({ name, mark })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ mark }))
        .execute()
    },
  }
}
