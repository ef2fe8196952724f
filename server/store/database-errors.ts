import { ReadOnlyDatabase } from './postgres-hosts.ts'

/** The database is unreachable, or the connection broke before anything was committed. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'

  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause })
  }
}

/** The database no longer accepts the name of a prepared statement; nothing was done. */
export class StatementNameLost extends Error {
  override readonly name = 'StatementNameLost'

  constructor(cause: unknown) {
    super('a statement has to be prepared again', { cause })
  }
}

/** The connection broke after a change was sent: it may have been made, so it is not repeated. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome'

  constructor(cause: unknown) {
    super('the connection to the database was lost while a change was made', { cause })
  }
}

// SQLSTATE codes of PostgreSQL and compatible databases.
const FOREIGN_KEY_VIOLATION = '23503'
const READ_ONLY = '25006'
const UNDEFINED_TABLE = '42P01'
const DISK_FULL = '53100'
const LOCK_NOT_AVAILABLE = '55P03'
// Wrong name or password, no such database, or no permission in it.
const refusedStates = /^(?:28...|3D000|42501)$/
// Serialization failure and deadlock.
const conflictStates = new Set(['40001', '40P01'])
// Statement timeout, lock timeout, insufficient resources.
const overloadStates = /^(?:57014|55P03|53...)$/

// Result codes of SQLite; the first is an extended one.
const SQLITE_CONSTRAINT_FOREIGNKEY = 787
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14
const SQLITE_NOTADB = 26

/** Returns the primary result code of SQLite, which is the lowest byte of an extended one. */
function sqliteCode(error: unknown): number | undefined {
  const { errcode } = error as { errcode?: unknown }
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** Returns whether a row was refused because the row that it belongs to is gone. */
export function isMissingReference(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === FOREIGN_KEY_VIOLATION || errcode === SQLITE_CONSTRAINT_FOREIGNKEY
}

/** Returns whether PostgreSQL refused a change because it is a standby, or made read-only. */
export function isReadOnly(error: unknown): boolean {
  const cause = error instanceof ConnectionLost ? error.cause : error
  return (
    cause instanceof ReadOnlyDatabase || (cause as { code?: unknown } | null)?.code === READ_ONLY
  )
}

type Unwritable = 'full' | 'read-only' | 'failing' | 'damaged'

const sqliteReasons = new Map<number | undefined, Unwritable>([
  [SQLITE_READONLY, 'read-only'],
  [SQLITE_IOERR, 'failing'],
  [SQLITE_CORRUPT, 'damaged'],
  [SQLITE_FULL, 'full'],
  [SQLITE_CANTOPEN, 'failing'],
  [SQLITE_NOTADB, 'damaged'],
])

/** Returns why a database takes no writes, undefined for an error that tells nothing about that. */
export function whyUnwritable(error: unknown): Unwritable | undefined {
  const { code } = error as { code?: unknown }
  if (isReadOnly(error)) return 'read-only'
  if (code === DISK_FULL) return 'full'
  return sqliteReasons.get(sqliteCode(error))
}

/** Returns whether pages of a SQLite file are damaged. */
export function isDamaged(error: unknown): boolean {
  return whyUnwritable(error) === 'damaged'
}

/** Returns whether a database is away, busy or damaged, lets nobody in, or takes no writes. */
export function isUnusable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  const isRefused = refusedStates.test(String(code))
  return isUnavailable(error) || isRefused || whyUnwritable(error) !== undefined
}

/** Returns whether a statement failed because its table does not exist. */
export function isTableMissing(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === UNDEFINED_TABLE || String(message).startsWith('no such table')
}

/** Returns whether PostgreSQL rolled back in favour of another writer. */
export function isConflict(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && conflictStates.has(code)
}

/** Returns whether another transaction kept a row or table locked for too long. */
export function isLockTimeout(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === LOCK_NOT_AVAILABLE
}

/** Returns whether a statement failed only because of other writers. */
export function isContention(error: unknown): boolean {
  return isConflict(error) || sqliteCode(error) === SQLITE_BUSY
}

/** Returns whether nothing was done and a repetition may succeed. */
export function isTransient(error: unknown): boolean {
  return (
    isContention(error) || error instanceof ConnectionLost || error instanceof StatementNameLost
  )
}

/** Returns whether the connection was lost, before or during a change. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof ConnectionLost || error instanceof UnknownOutcome
}

/** Returns whether the caller should try again later, rather than report a defect. */
export function isUnavailable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return (
    isConnectionLost(error) ||
    isContention(error) ||
    (typeof code === 'string' && overloadStates.test(code))
  )
}
