import { problems, type Problem, type ProblemName } from '#protocol/admin.ts'
import { rejectionFor } from '../calls/to-rejection.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { PassportError } from '../lib/passport-error.ts'

/** What the reply says besides type, title and status. */
interface ProblemDetails {
  detail?: string | undefined
  errors?: Problem['errors']
  /** Seconds to wait; undefined says nothing. */
  retryAfter?: number | undefined
}

/** A refusal of a call of the admin API. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: ProblemName
  readonly details: ProblemDetails

  constructor(problem: ProblemName, details: ProblemDetails = {}) {
    super(problems[problem].title)
    this.problem = problem
    this.details = details
  }
}

/** Returns the error for a field. */
export function fieldProblem(field: string, reason: string, detail?: string): ProblemError {
  return new ProblemError('invalid_fields', { errors: [{ field, reason }], detail })
}

const problemOfReason = {
  unknown: 'not_found',
  conflict: 'conflict',
  still_manager: 'still_manager',
  invalid: 'invalid_fields',
} as const satisfies Record<OperatorError['reason'], ProblemName>

/** Converts anything that was thrown; `internal_error` for what nobody expected. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof OperatorError) {
    return new ProblemError(problemOfReason[error.reason], { detail: error.message })
  }
  const { code } = error as { code?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ProblemError('body_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ProblemError('bad_content_type')
  const rejection = rejectionFor(error)
  return new ProblemError(problemOf(rejection), {
    detail: rejection.error === 'server_error' ? undefined : rejection.message,
    retryAfter:
      typeof rejection.data.retry_after === 'number' ? rejection.data.retry_after : undefined,
  })
}

function problemOf({ error }: PassportError): ProblemName {
  switch (error) {
    case 'bad_body':
      return 'bad_request'
    case 'has_registered':
    case 'mobile_has_bound':
    case 'name_taken':
      return 'taken'
    case 'account_limited':
      return 'conflict'
    case 'too_often':
      return 'too_many_requests'
    case 'database_unavailable':
    case 'server_busy':
    case 'shutting_down':
      return 'unavailable'
    case 'server_error':
      return 'internal_error'
    default:
      return 'invalid_fields'
  }
}
