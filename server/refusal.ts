import type { Log } from './log.ts'
import { PassportError } from './passport-error.ts'
import { isUnavailable } from './store/faults.ts'

const RETRY_AFTER_SECONDS = 2

/** What the caller is told of anything thrown: what is no refusal is logged, and named only there. */
export function toRefusal(
  error: unknown,
  log: Log,
  logId: string,
  operation: string,
): PassportError {
  if (error instanceof PassportError) return error
  log.fault(logId, operation, error)
  return isUnavailable(error)
    ? new PassportError('server_busy', { retry_after: RETRY_AFTER_SECONDS })
    : new PassportError('server_error')
}
