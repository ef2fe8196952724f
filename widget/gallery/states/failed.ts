import { clientErrors } from '#protocol/client-errors.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { Rejection } from '../../src/base/views.ts'
import type { Messages } from '../../src/messages/messages.ts'

/** Every state of the screen, in one language. */
export function failedStates({ language }: Messages): Record<string, Rejection> {
  const message = errorMessages[language].oauth_state_invalid
  const rejection = { name: 'oauth_state_invalid', code: 8121, message, data: {}, logId: '' }
  return {
    'with a reason': rejection,
    'with a reference': { ...rejection, name: 'server_error', logId: '20261121134501ABCDEF' },
    'given up': { ...rejection, name: clientErrors.secondVerify },
    'no reason known': { ...rejection, message: '' },
  }
}
