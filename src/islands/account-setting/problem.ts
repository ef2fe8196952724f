import { clientErrors } from '#protocol/client-errors.ts'
import { AbortError, NetworkError, PassportError } from '../../../widget/src/client/index.ts'
import type { PassportFailure } from '../../../widget/src/account.tsx'
import type { SettingMessages } from './messages.ts'

/** Returns the message for a failed call. */
export function describeProblem(error: unknown, messages: SettingMessages): string {
  if (error instanceof PassportError) {
    // The server's message is already translated; its own faults need a reference.
    return error.name === 'server_error' && error.logId
      ? `${error.message} ${messages.logId(error.logId)}`
      : error.message || messages.failed.text
  }
  if (error instanceof AbortError) return messages.offline
  if (error instanceof NetworkError) return describeLoss(error.name, messages)
  throw error
}

function isLoss(name: string): boolean {
  const { requestFailed, unreachable, timeout } = clientErrors
  return [requestFailed, unreachable, timeout].some((condition) => condition === name)
}

// Something other than the server answered, such as a proxy: the network works.
function describeLoss(name: string, messages: SettingMessages): string {
  return name === clientErrors.requestFailed ? messages.failed.text : messages.offline
}

/** Returns the message for a failure of an element screen; undefined where the screen shows it. */
export function describeFailure(
  failure: PassportFailure,
  messages: SettingMessages,
): string | undefined {
  if (failure.reason !== 'call') return messages.crashed.title
  const { name, message, logId, field } = failure
  // The page shows the one, the form the other beside its field.
  if (name === 'session_expired' || field !== undefined) return undefined
  if (isLoss(name)) return describeLoss(name, messages)
  return name === 'server_error' && logId
    ? `${message} ${messages.logId(logId)}`
    : message || messages.failed.text
}

/** Returns whether an error means that the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof PassportError && error.name === 'session_expired'
}
