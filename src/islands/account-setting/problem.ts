import { AbortError, NetworkError, PassportError } from '../../../widget/src/client/index.ts'
import type { PassportFailure } from '../../../widget/src/account.tsx'
import type { Words } from './words.ts'

/** What went wrong, in words for the person in front of the page. */
export function describeProblem(error: unknown, words: Words): string {
  if (error instanceof PassportError) {
    // The server's texts are in the language asked for; a fault of its own needs a reference.
    return error.name === 'server_error' && error.logId
      ? `${error.message} ${words.logId(error.logId)}`
      : error.message
  }
  if (error instanceof NetworkError || error instanceof AbortError) return words.offline
  throw error
}

/** The same for a failure that a screen of the element reports; undefined where it shows itself. */
export function describeFailure(failure: PassportFailure, words: Words): string | undefined {
  if (failure.reason !== 'call') return words.crashed.title
  const { name, message, logId } = failure
  // A wrong password is said beside its field, in words of that form.
  if (name === 'session_expired' || name === 'password_error') return undefined
  // Every reply of the server has a reference.
  if (!logId) return words.offline
  return name === 'server_error' ? `${message} ${words.logId(logId)}` : message
}

/** Whether the session behind the page has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof PassportError && error.name === 'session_expired'
}
