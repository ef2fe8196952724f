import { errorStatus } from '#protocol/errors.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { PassportError } from '../lib/passport-error.ts'

const statuses = {
  earlier: 403,
  forged: 403,
  invalid: 422,
  level: 403,
  old: 403,
  notOperator: 403,
  role: 403,
  signedOut: 401,
  signIn: 400,
  twice: 409,
  unknown: 404,
}

/** Why a request of the console is refused; messages name each. */
export type RefusalKind = keyof typeof statuses

/** A request of the console that is refused. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly kind: RefusalKind

  constructor(kind: RefusalKind) {
    super(kind)
    this.kind = kind
  }
}

/** Returns what a page shows. @throws Refusal when it is not there */
export function requireShown<Found>(found: Found | undefined): Found {
  if (found === undefined) throw new Refusal('unknown')
  return found
}

/** What the console answers with a page of its own. */
export type Refused = Refusal | OperatorError | PassportError

export function isRefused(error: unknown): error is Refused {
  return [Refusal, OperatorError, PassportError].some((kind) => error instanceof kind)
}

export function statusOf(error: Refused): number {
  if (error instanceof Refusal) return statuses[error.kind]
  if (error instanceof PassportError) return Math.max(422, errorStatus(error.error))
  return { unknown: 404, conflict: 409, still_manager: 409, taken: 409, invalid: 422 }[error.reason]
}
