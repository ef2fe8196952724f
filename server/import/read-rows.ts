import { leftOver } from './fields.ts'
import type { ForeignAccount, ForeignRow, RefusedRow, SourceOptions } from './foreign-account.ts'

/** Longest external id. */
export const MAX_ID = 255

/** What a source makes of a record: an account but for its id, or why it is none. */
export type ReadAccount = Omit<ForeignAccount, 'externalId'> | 'skipped' | 'malformed'

/** Which records a source reads, and what it makes of one. */
export interface RecordShape {
  /** Yields undefined for what is broken. */
  records(files: readonly string[], options: SourceOptions): AsyncIterable<unknown>
  /** Returns the external id. */
  readId(record: unknown, options: SourceOptions): string | undefined
  /** Names of the fields that are taken, or say nothing of the person. */
  taken: readonly string[]
  toAccount(record: object, options: SourceOptions): ReadAccount
}

/** Yields the accounts of records; what is no record, or has no id, is rejected by its number. */
export async function* readRows(
  { records, readId, taken, toAccount }: RecordShape,
  files: readonly string[],
  options: SourceOptions,
): AsyncGenerator<ForeignRow | RefusedRow> {
  let number = 0
  for await (const record of records(files, options)) {
    number++
    const isRecord = typeof record === 'object' && record !== null
    const id = readId(record, options)
    const account = isRecord ? toAccount(record, options) : 'malformed'
    const externalId = id ?? `#${number}`
    if (account === 'skipped') yield refusedRow(externalId, 'skipped', 'no_person')
    else if (account === 'malformed' || id === undefined) {
      const reason = account === 'malformed' ? account : 'no_external_id'
      yield refusedRow(externalId, 'rejected', reason)
    } else yield { account: { ...account, externalId: id }, ignored: leftOver(record, taken) }
  }
}

/** Returns a row that makes no account, by an id that a report may hold. */
export function refusedRow(
  externalId: string,
  outcome: RefusedRow['outcome'],
  reason: string,
): RefusedRow {
  return { externalId: externalId.slice(0, MAX_ID).replaceAll(/\p{C}/gu, '?'), outcome, reason }
}

/** Reads files one after another. */
export function eachOf<Options>(
  read: (file: string, options: Options) => AsyncIterable<unknown>,
): (files: readonly string[], options: Options) => AsyncGenerator {
  return async function* readAll(files, options) {
    for (const file of files) yield* read(file, options)
  }
}
