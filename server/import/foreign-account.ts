import type { Account } from '../store/schema/accounts.ts'
import type { PlaceMap } from './places.ts'

/** An account of another product, as it was read. */
export interface ForeignAccount {
  externalId: string
  emails: readonly { address: string; isVerified: boolean; isPrimary: boolean }[]
  /** Proved number with its country code. */
  mobile?: string | undefined
  username?: string | undefined
  name?: string | undefined
  locale?: string | undefined
  /** In milliseconds. */
  createdAt?: number | undefined
  /** In words of this server. */
  state: Account['state']
  /** Due time of a scheduled deletion, in milliseconds. */
  cancelAt?: number | undefined
  /** Password hash in any form. */
  hash?: string | undefined
  linked: readonly { provider: string; sub: string }[]
  /** Secret of an authenticator app in base 32. */
  totpSeed?: string | undefined
  /** Whether the person has a second factor that cannot come. */
  losesFactor?: boolean
  /** Names of fields whose text cannot be read. */
  unread?: readonly string[]
}

/** A row of a file with an account. */
export interface ForeignRow {
  account: ForeignAccount
  /** Names of its fields that are not taken. */
  ignored: readonly string[]
}

/** A row of a file that makes no account. */
export interface RefusedRow {
  externalId: string
  outcome: 'skipped' | 'rejected'
  reason: string
  /** Names of fields that are not taken, where the row might have made an account with them. */
  ignored?: readonly string[]
}

/** Longest external id. */
export const MAX_ID = 255

/** Returns a row that makes no account, by an id that a report may hold. */
export function refusedRow(
  externalId: string,
  outcome: RefusedRow['outcome'],
  reason: string,
): RefusedRow {
  return { externalId: externalId.slice(0, MAX_ID).replaceAll(/\p{C}/gu, '?'), outcome, reason }
}

/** What was typed for a source. */
export interface SourceOptions {
  /** What `--map` says. */
  map: PlaceMap
  /** Texts that mean yes, in lower case. */
  yes: ReadonlySet<string>
  /** Text of the file with the parameters of hashes of Firebase. */
  hashConfig: string | undefined
  now: number
}

/** Reads files of another product. */
export interface Source {
  /** Whether `--map` says where its fields are. */
  isMapped: boolean
  read(files: readonly string[], options: SourceOptions): AsyncIterable<ForeignRow | RefusedRow>
}
