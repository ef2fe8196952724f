import { run } from './statements.ts'
import type { Queries } from './database.ts'

/** Tables whose rows are searched by name and address. */
export const searchedTables = ['memberships', 'invitations'] as const

/** One of `searchedTables`. */
export type SearchedTable = (typeof searchedTables)[number]

/** Texts that members and invitations are found by. */
export type SearchTextRepository = ReturnType<typeof searchTextRepository>

/** Texts for searches in SQL. */
export function searchTextRepository(query: Queries) {
  return {
    /** Returns rows in the order of their ids. */
    after: (table: SearchedTable, id: string, limit: number) =>
      table === 'memberships'
        ? query
            .selectFrom('memberships')
            .select(['id', 'name', 'contact as address', 'searchText'])
            .where('id', '>', id)
            .orderBy('id')
            .limit(limit)
            .execute()
        : query
            .selectFrom('invitations')
            .select(['id', 'name', 'address', 'searchText'])
            .where('id', '>', id)
            .orderBy('id')
            .limit(limit)
            .execute(),
    set: (table: SearchedTable, id: string, searchText: string) =>
      run(query.updateTable(table).set({ searchText }).where('id', '=', id)),
  }
}
