import { clientErrors } from '#protocol/client-errors.ts'
import { AbortError, NetworkError, PassportError } from '../../../widget/src/client/index.ts'
import type { PassportFailure } from '../../../widget/src/account.tsx'
import type { Words } from './words.ts'

/** Returns the message for a failed call. */
export function describeProblem(error: unknown, words: Words): string {
  if (error instanceof PassportError) {
    // The server's message is already translated; its own faults need a reference.
    return error.name === 'server_error' && error.logId
      ? `${error.message} ${words.logId(error.logId)}`
      : error.message || words.failed.text
  }
  if (error instanceof AbortError) return words.offline
  if (error instanceof NetworkError) return describeLoss(error.name, words)
  throw error
}

function isLoss(name: string): boolean {
  const { requestFailed, unreachable, timeout } = clientErrors
  return [requestFailed, unreachable, timeout].some((condition) => condition === name)
}

// Something other than the server answered, such as a proxy: the network works.
function describeLoss(name: string, words: Words): string {
  return name === clientErrors.requestFailed ? words.failed.text : words.offline
}

/** Returns the message for a failure of an element screen; undefined where the screen shows it. */
export function describeFailure(failure: PassportFailure, words: Words): string | undefined {
  if (failure.reason !== 'call') return words.crashed.title
  const { name, message, logId } = failure
  // The form shows a wrong password beside its field.
  if (name === 'session_expired' || name === 'password_error') return undefined
  if (isLoss(name)) return describeLoss(name, words)
  return name === 'server_error' && logId
    ? `${message} ${words.logId(logId)}`
    : message || words.failed.text
}

/** Returns whether an error means that the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof PassportError && error.name === 'session_expired'
}
