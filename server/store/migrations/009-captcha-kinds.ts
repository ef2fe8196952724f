import type { Kysely } from 'kysely'
import { addColumn } from '../add-column.ts'

/** The kind of puzzle a decision asks for, and the sealed address that a link may be sent to. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  await addColumn(query, 'captcha_decisions', 'kind', 'text', 'slide')
  await addColumn(query, 'captcha_decisions', 'contact', 'text', '')
}
