import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import { isConnectionLost, isUnavailable, whyUnwritable } from '../store/database-errors.ts'

const RETRY_AFTER_SECONDS = 2

/** Converts anything thrown to a rejection; logs errors that are none. */
export function toRejection(
  error: unknown,
  log: Log,
  logId: string,
  operation: string,
): PassportError {
  if (!(error instanceof PassportError)) log.fault(logId, operation, error)
  return rejectionFor(error)
}

/** Like `toRejection`, but logs nothing. */
export function rejectionFor(error: unknown): PassportError {
  if (error instanceof PassportError) return error
  const data = { retry_after: RETRY_AFTER_SECONDS }
  if (isConnectionLost(error) || whyUnwritable(error) !== undefined) {
    return new PassportError('database_unavailable', data)
  }
  return isUnavailable(error)
    ? new PassportError('server_busy', data)
    : new PassportError('server_error')
}
