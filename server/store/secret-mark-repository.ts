import type { SecretMarkRepository } from '../config/secret-marks.ts'
import { insertNew, run } from './statements.ts'
import type { Queries } from './database.ts'

/** Secret marks in SQL. */
export function secretMarkRepository(query: Queries): SecretMarkRepository {
  return {
    all: async () => {
      const rows = await query.selectFrom('secretMarks').selectAll().execute()
      return new Map(rows.map(({ name, mark }) => [name, mark]))
    },
    insert: async (name, mark) => {
      await insertNew(query, 'secretMarks', { name, mark })
    },
    replace: (name, mark) =>
      run(
        query
          .insertInto('secretMarks')
          .values({ name, mark })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ mark })),
      ),
  }
}
