import type { Kysely } from 'kysely'
import { addColumn } from '../add-column.ts'

/** The session in which a QR code was confirmed: with it ends what was confirmed. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function up(query: Kysely<any>): Promise<void> {
  await addColumn(query, 'qr_codes', 'answered_in', 'text', '')
}
