import type { ErrorName } from '#protocol/errors.ts'
import { secondsToWait, wasNotSent } from '../../client/calls/rejection.ts'
import { AbortError, LostCodeError, NetworkError, PassportError } from '../../client/errors.ts'
import type { Rejection } from '../../base/views.ts'
import type { Messages } from '../../messages/messages.ts'
import { wasClosed } from '../../base/report-failure.ts'

/** Message of a form about a failed call. */
export interface FormError {
  text: string
  /** Name of the field that is wrong; without one the whole form is meant. */
  field?: string
  /** Messages about other fields, by their names. */
  others?: Readonly<Record<string, string>>
  /** Name of the field to focus where no single one is wrong. */
  focus?: string
  /** Alternative that the form offers. */
  remedy?: Remedy
  /** Seconds until it is worth another try. */
  wait?: number
  /** Log id of the refused call. */
  logId?: string
}

/** Returns what is wrong with a field; undefined if nothing is. */
export function fieldErrorOf(formError: FormError | undefined, field: string): string | undefined {
  return formError?.field === field ? formError.text : formError?.others?.[field]
}

/** Whether the notice of an error counts down the seconds to wait. */
export function hasCountDown(formError: FormError | undefined): boolean {
  return formError?.wait !== undefined && formError.field === undefined
}

/** Alternative after an error: another screen, another method, or a reload. */
export type Remedy = 'sign-in' | 'sign-up' | 'forgot' | 'code' | 'password' | 'reload'

const remedies: Partial<Record<string, Remedy>> = {
  has_registered: 'sign-in',
  unregistered: 'sign-up',
  password_locked: 'code',
  need_code_verify: 'code',
}

/** Field that each error is about. */
export type ErrorFields = Partial<Record<ErrorName, string>>

/** Returns what the form says about an error; undefined when the person gave up on purpose. */
export function toFormError(
  error: unknown,
  messages: Messages,
  errorFields: ErrorFields,
): FormError | undefined {
  const { common } = messages
  if (error instanceof AbortError || wasClosed(error)) return undefined
  const wait = waitOf(error)
  // Some browsers do not fetch a failed module again, and files of an old version are gone.
  if (error instanceof LostCodeError && error.attempts > 1) {
    return { text: common.notLoaded, remedy: 'reload' }
  }
  if (error instanceof NetworkError) {
    const { name } = error
    const key = name === 'timeout' ? 'slow' : name === 'occur error' ? 'offline' : 'broken'
    return { text: common[key], ...(wait && { wait }) }
  }
  if (!(error instanceof PassportError)) return { text: common.broken }
  const field = errorFields[error.name as ErrorName]
  const remedy = wasNotSent(error) ? 'password' : remedies[error.name]
  return {
    text: rejectionText(error, messages),
    ...(error.logId && { logId: error.logId }),
    ...(field && { field }),
    // The text does not say which of the two is wrong; people retype the password.
    ...(error.name === 'password_error' && { focus: 'password' }),
    ...(remedy && { remedy }),
    ...(wait && { wait }),
  }
}

/** Returns the text of a rejection: the page's own, else the server's, else a general one. */
export function rejectionText(
  { name, code, message }: Pick<Rejection, 'name' | 'code' | 'message'>,
  { common, errors = {} }: Messages,
): string {
  return errors[name] || errors[code] || message || common.broken
}

/** Seconds the server asks to wait, when it does. */
export function waitOf(error: unknown): number | undefined {
  const retryAfter =
    error instanceof PassportError
      ? secondsToWait(error)
      : error instanceof NetworkError && error.retryAfter
  const seconds = Number(retryAfter)
  return seconds > 0 ? Math.ceil(seconds) : undefined
}
