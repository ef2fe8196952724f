import type { Log } from '../lib/log.ts'
import { PassportError } from '../lib/passport-error.ts'
import { isAway, isUnavailable } from './faults.ts'

const RETRY_AFTER_SECONDS = 2

/** What the caller is told of anything thrown: what is no refusal is logged, and named only there. */
export function toRejection(
  error: unknown,
  log: Log,
  logId: string,
  operation: string,
): PassportError {
  if (error instanceof PassportError) return error
  log.fault(logId, operation, error)
  const soon = { retry_after: RETRY_AFTER_SECONDS }
  if (isAway(error)) return new PassportError('shutting_down', soon)
  return isUnavailable(error)
    ? new PassportError('server_busy', soon)
    : new PassportError('server_error')
}
