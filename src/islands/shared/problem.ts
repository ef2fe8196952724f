import { clientErrors } from '#protocol/client-errors.ts'
import { AbortError, NetworkError, PassportError } from '../../../widget/src/client/index.ts'
import type { Messages } from '../../messages/messages.ts'

type SettingMessages = Messages['account']['settings']

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

// Something other than the server answered, such as a proxy: the network works.
function describeLoss(name: string, messages: SettingMessages): string {
  return name === clientErrors.requestFailed ? messages.failed.text : messages.offline
}
