/** The database is away, or the connection to it broke before anything was settled. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'

  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause })
  }
}

/** The database does not know a statement any more by the name it was given; nothing was done. */
export class StatementLost extends Error {
  override readonly name = 'StatementLost'

  constructor(cause: unknown) {
    super('a statement has to be planned anew', { cause })
  }
}

/** The connection broke after a change was sent: it may have been made, so it is not sent again. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome'

  constructor(cause: unknown) {
    super('the connection to the database was lost while a change was made', { cause })
  }
}

const SQLITE_BUSY = 5
// Serialization failure and deadlock of PostgreSQL and its relatives.
const contentionStates = new Set(['40001', '40P01'])
const LOCK_NOT_AVAILABLE = '55P03'
// A statement that took too long, a lock that did not come, no room left for it.
const overloadStates = /^(?:57014|55P03|53...)$/

/** Whether PostgreSQL chose another writer over this one, which it says at once. */
export function isConflict(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && contentionStates.has(code)
}

/** Whether a row or a table was not to be had in time, because somebody else holds it. */
export function isHeld(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === LOCK_NOT_AVAILABLE
}

/** Whether a statement failed only because of other writers, so that it may go well later. */
export function isContention(error: unknown): boolean {
  const { errcode } = error as { errcode?: unknown }
  return isConflict(error) || (typeof errcode === 'number' && (errcode & 255) === SQLITE_BUSY)
}

/** Whether the same may go well in a moment, though nobody may have done it already. */
export function isPassing(error: unknown): boolean {
  return isContention(error) || error instanceof ConnectionLost || error instanceof StatementLost
}

/** Whether the database is away, or was for a moment in which a change may have been made. */
export function isAway(error: unknown): boolean {
  return error instanceof ConnectionLost || error instanceof UnknownOutcome
}

/** Whether the caller is to be told to come back, rather than that something is broken. */
export function isUnavailable(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return (
    isAway(error) || isContention(error) || (typeof code === 'string' && overloadStates.test(code))
  )
}
