import { clientErrors } from '#protocol/client-errors.ts'
import { AbortError, NetworkError, PassportError } from '../../../widget/src/client/index.ts'
import type { PassportFailure } from '../../../widget/src/account.tsx'
import type { Words } from './words.ts'

/** What went wrong, in words for the person in front of the page. */
export function describeProblem(error: unknown, words: Words): string {
  if (error instanceof PassportError) {
    // The server's texts are in the language asked for; a fault of its own needs a reference.
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

// Something answered that is not the server, such as a proxy before it: the network is there.
function describeLoss(name: string, words: Words): string {
  return name === clientErrors.requestFailed ? words.failed.text : words.offline
}

/** The same for a failure that a screen of the element reports; undefined where it shows itself. */
export function describeFailure(failure: PassportFailure, words: Words): string | undefined {
  if (failure.reason !== 'call') return words.crashed.title
  const { name, message, logId } = failure
  // A wrong password is said beside its field, in words of that form.
  if (name === 'session_expired' || name === 'password_error') return undefined
  if (isLoss(name)) return describeLoss(name, words)
  return name === 'server_error' && logId
    ? `${message} ${words.logId(logId)}`
    : message || words.failed.text
}

/** Whether the session behind the page has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof PassportError && error.name === 'session_expired'
}
