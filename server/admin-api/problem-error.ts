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
  const { problem = 'invalid_fields', field, detail } = problemOfError[rejection.error] ?? {}
  const { retry_after: retryAfter, rule } = rejection.data
  const reason = typeof rule === 'string' ? rule : 'format'
  return new ProblemError(problem, {
    detail,
    errors: field === undefined ? undefined : [{ field, reason }],
    retryAfter: typeof retryAfter === 'number' ? retryAfter : undefined,
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

/** What the rules of sign-up refuse is a wrong field, except where a problem is named. */
const problemOfError: Partial<
  Record<ErrorName, { problem?: ProblemName; field?: string; detail?: string }>
> = {
  email_error: { field: 'email' },
  mobile_error: {
    field: 'mobile',
    detail: 'A number begins with + and its country code, as +819012345678 does.',
  },
  password_policy: { field: 'password' },
  bad_body: { problem: 'bad_request' },
  mobile_has_bound: { problem: 'taken' },
  too_often: { problem: 'too_many_requests' },
  database_unavailable: { problem: 'unavailable' },
  server_busy: { problem: 'unavailable' },
  shutting_down: { problem: 'unavailable' },
  server_error: { problem: 'internal_error' },
}
