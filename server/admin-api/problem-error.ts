import type { Problem } from '#protocol/admin-objects.ts'
import { problems, type ProblemName } from '#protocol/admin.ts'
import type { ErrorName } from '#protocol/errors.ts'
import { rejectionFor } from '../calls/to-rejection.ts'
import { OperatorError } from '../lib/operator-error.ts'

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
  taken: 'taken',
  invalid: 'invalid_fields',
} as const satisfies Record<OperatorError['reason'], ProblemName>

/** Converts anything that was thrown; `internal_error` for what nobody expected. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  if (error instanceof OperatorError) {
    const field = fieldOfRefusal.get(error.what)
    return new ProblemError(problemOfReason[error.reason], {
      detail: error.message,
      errors:
        field === undefined
          ? undefined
          : [{ field, reason: error.reason === 'taken' ? 'taken' : 'refused' }],
    })
  }
  const { code } = error as { code?: string }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ProblemError('body_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new ProblemError('bad_content_type')
  const rejection = rejectionFor(error)
  const field = fieldOfError[rejection.error]
  const { rule } = rejection.data
  const reason = typeof rule === 'string' ? rule : 'format'
  return new ProblemError(problemOfError[rejection.error] ?? 'invalid_fields', {
    detail: detailOfError[rejection.error],
    errors: field === undefined ? undefined : [{ field, reason }],
    retryAfter:
      typeof rejection.data.retry_after === 'number' ? rejection.data.retry_after : undefined,
  })
}

/** Fields of which a use case says in a sentence what is wrong. */
const fieldOfRefusal = new Map<PropertyKey, string>([
  ['webhookUrl', 'url'],
  ['webhookHost', 'url'],
  ['noKinds', 'kinds'],
  ['mail', 'notify'],
  ['personName', 'name'],
  ['email', 'email'],
  ['mobile', 'mobile'],
  ['username', 'username'],
  ['externalId', 'external_id'],
])

const fieldOfError: Partial<Record<ErrorName, string>> = {
  email_error: 'email',
  mobile_error: 'mobile',
  password_policy: 'password',
}

const detailOfError: Partial<Record<ErrorName, string>> = {
  mobile_error: 'A number begins with + and its country code, as +819012345678 does.',
}

// What the rules of sign-up refuse is a wrong field, except these.
const problemOfError: Partial<Record<ErrorName, ProblemName>> = {
  bad_body: 'bad_request',
  mobile_has_bound: 'taken',
  too_often: 'too_many_requests',
  database_unavailable: 'unavailable',
  server_busy: 'unavailable',
  shutting_down: 'unavailable',
  server_error: 'internal_error',
}
