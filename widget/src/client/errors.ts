import { clientErrors } from '#protocol/client-errors.ts'
import type { Rejection } from '#protocol/envelope.ts'
import type { ErrorName } from '#protocol/errors.ts'

/** A call that was rejected. */
export interface RejectedRequest {
  readonly operation: string
  readonly fields: Readonly<Record<string, string>>
}

/** Error of a rejected call; `message` is the server's, in the language of the call. */
export class PassportError extends Error {
  override readonly name: ErrorName | typeof clientErrors.secondVerify | 'unknown'
  readonly code: number
  readonly logId: string
  readonly data: Readonly<Record<string, unknown>>
  /** Decision configuration, if a captcha is required. */
  readonly decision: string | undefined
  // Private, so that no log contains the payload.
  readonly #request: RejectedRequest

  constructor(rejection: Rejection, request: RejectedRequest) {
    super(rejection.description)
    this.name =
      rejection.code === SECOND_VERIFY ? clientErrors.secondVerify : (rejection.name ?? 'unknown')
    this.code = rejection.code
    this.logId = rejection.logId
    this.data = rejection.data
    this.decision = rejection.decision
    this.#request = request
  }

  /** The call that was rejected, as it was passed to `send`. */
  get request(): RejectedRequest {
    return this.#request
  }

  /** The server's message; `SECOND_VALID` for a two-step verification. */
  get description(): string {
    return this.name === clientErrors.secondVerify ? this.name : this.message
  }
}

const SECOND_VERIFY = 2046

/** Returns whether a call was rejected with one of these errors. */
export function isRejection(
  error: unknown,
  ...names: readonly PassportError['name'][]
): error is PassportError {
  return error instanceof PassportError && names.includes(error.name)
}

/** Error without a usable reply; `status` is set if something answered. */
export class NetworkError extends Error {
  override readonly name:
    | typeof clientErrors.requestFailed
    | typeof clientErrors.unreachable
    | typeof clientErrors.timeout
  readonly status: number | undefined
  /** Seconds to wait, if a proxy says so (RFC 9110, 10.2.3). */
  readonly retryAfter: number | undefined

  constructor(
    condition: 'requestFailed' | 'unreachable' | 'timeout',
    options: { reply?: Response; cause?: unknown } = {},
  ) {
    super(clientErrors[condition], { cause: options.cause })
    this.name = clientErrors[condition]
    this.status = options.reply?.status
    this.retryAfter = Number(options.reply?.headers.get('retry-after')) || undefined
  }
}

/** Error of a chunk of the element that failed to load, so that no call was made. */
export class LostCodeError extends NetworkError {
  /** Number of failed attempts. */
  readonly attempts: number

  constructor(attempts: number, cause: unknown) {
    super('unreachable', { cause })
    this.attempts = attempts
  }
}

/** Error of an aborted call. */
export class AbortError extends Error {
  override readonly name = clientErrors.aborted
}

/** Error of a call with none or several of the fields of which it takes exactly one. */
export class OneOfError extends Error {
  override readonly name = 'OneOfError'
  readonly fields: readonly string[]

  // Empty message, since nothing was sent and nobody needs to be told.
  constructor(fields: readonly string[]) {
    super('')
    this.fields = fields
  }
}
