import { clientErrors } from '#protocol/client-errors.ts'
import type { Rejection } from '#protocol/envelope.ts'
import type { ErrorName } from '#protocol/errors.ts'

/** A call that was rejected. */
export interface RejectedRequest {
  readonly operation: string
  readonly fields: Readonly<Record<string, string>>
}

/** The server refused a call; `message` is its text in the language asked for. */
export class PassportError extends Error {
  override readonly name: ErrorName | typeof clientErrors.secondVerify | 'unknown'
  readonly code: number
  readonly logId: string
  readonly data: Readonly<Record<string, unknown>>
  /** Decision configuration, when a captcha stands before the call. */
  readonly decision: string | undefined
  // Private, so that no log line prints what was sent.
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

  /** The server's sentence; for a two-step verification the name that handlers look for. */
  get description(): string {
    return this.name === clientErrors.secondVerify ? this.name : this.message
  }
}

const SECOND_VERIFY = 2046

/** No usable reply came; `status` is there when something answered. */
export class NetworkError extends Error {
  override readonly name:
    | typeof clientErrors.requestFailed
    | typeof clientErrors.unreachable
    | typeof clientErrors.timeout
  readonly status: number | undefined
  /** Seconds to wait, where what answered instead of the server says so (RFC 9110, 10.2.3). */
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

/** A part of the element's code did not come, so that no call was made. */
export class LostCodeError extends NetworkError {
  /** How often it was asked for in vain. */
  readonly attempts: number

  constructor(attempts: number, cause: unknown) {
    super('unreachable', { cause })
    this.attempts = attempts
  }
}

/** The caller gave the request up. */
export class AbortError extends Error {
  override readonly name = clientErrors.aborted
}

/** None, or more than one, of the fields was given of which a row takes exactly one. */
export class OneOfError extends Error {
  override readonly name = 'OneOfError'
  readonly fields: readonly string[]

  // The message stays empty: nothing was sent, and there is nothing to tell a person.
  constructor(fields: readonly string[]) {
    super('')
    this.fields = fields
  }
}
