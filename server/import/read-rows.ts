import { textAt } from './fields.ts'
import type { ForeignAccount, ForeignRow, RefusedRow } from './foreign-account.ts'

/** What a source makes of a record: an account but for its id, or why it is none. */
export type ReadRow =
  | {
      account: Omit<ForeignAccount, 'externalId'>
      ignored: readonly string[]
      losesFactor: boolean
    }
  | 'skipped'
  | 'malformed'

/** Reads records with the id in a field; what is no record, or has none, is rejected by its number. */
export async function* readRows(
  records: AsyncIterable<unknown> | Iterable<unknown>,
  idPath: string,
  read: (record: object) => ReadRow,
): AsyncGenerator<ForeignRow | RefusedRow> {
  let number = 0
  for await (const record of records) {
    number++
    const id = textAt(record, idPath)
    const row = typeof record === 'object' && record !== null ? read(record) : 'malformed'
    const externalId = id ?? `#${number}`
    if (row === 'skipped') yield { externalId, outcome: 'skipped', reason: 'no_person' }
    else if (row === 'malformed') yield { externalId, outcome: 'rejected', reason: 'malformed' }
    else if (id === undefined) yield { externalId, outcome: 'rejected', reason: 'no_external_id' }
    else yield { ...row, account: { ...row.account, externalId: id } }
  }
}
