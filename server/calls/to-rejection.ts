import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import { isConnectionLost, isUnavailable } from '../store/database-errors.ts'

const RETRY_AFTER_SECONDS = 2

/** Returns what the caller is told of anything thrown; logs what is not a rejection already. */
export function toRejection(
  error: unknown,
  log: Log,
  logId: string,
  operation: string,
): PassportError {
  if (error instanceof PassportError) return error
  log.fault(logId, operation, error)
  const soon = { retry_after: RETRY_AFTER_SECONDS }
  if (isConnectionLost(error)) return new PassportError('shutting_down', soon)
  return isUnavailable(error)
    ? new PassportError('server_busy', soon)
    : new PassportError('server_error')
}
