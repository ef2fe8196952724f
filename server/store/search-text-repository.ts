import type { Queries } from './database.ts'

/** Tables whose rows are searched by name and address. */
export const searchedTables = ['memberships', 'invitations'] as const

/** One of `searchedTables`. */
export type SearchedTable = (typeof searchedTables)[number]

/** A row with the text it is found by. */
export interface SearchedRow {
  id: string
  name: string
  address: string
  searchText: string
}

/** Texts that members and invitations are found by. */
export interface SearchTextRepository {
  /** Returns rows in the order of their ids. */
  after(table: SearchedTable, id: string, limit: number): Promise<SearchedRow[]>
  set(table: SearchedTable, id: string, searchText: string): Promise<void>
}

/** Texts for searches in SQL. */
export function searchTextRepository(query: Queries): SearchTextRepository {
  return {
    after: (table, id, limit) =>
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
    set: async (table, id, searchText) => {
      await query.updateTable(table).set({ searchText }).where('id', '=', id).execute()
    },
  }
}
