import { parseForeignHash } from '../../server/passwords/foreign/foreign-hashes.ts'
import type { TestServer } from './test-server.ts'

/** Gives an account the hash of another product, as an import does. */
export async function givePassword(
  { database }: TestServer,
  id: string,
  passwordHash: string,
): Promise<void> {
  const parsed = parseForeignHash(passwordHash)
  const passwordForm = parsed.isTaken ? parsed.form : 'unknown 1'
  const { query } = database
  await query
    .updateTable('accounts')
    .set({ passwordHash, passwordForm })
    .where('id', '=', id)
    .execute()
}
