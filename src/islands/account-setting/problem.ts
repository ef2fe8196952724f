import { AbortError, NetworkError, PassportError } from '../../../widget/src/client/index.ts'
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

/** Whether the session behind the page has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof PassportError && error.name === 'session_expired'
}
