import type { Kysely } from 'kysely'
import { addColumn } from '../add-column.ts'

/** What an operator says about an application. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  await addColumn(query, 'apps', 'redirects', 'text', '[]')
  await addColumn(query, 'apps', 'settings', 'text', '{}')
}
