import type { Still } from '../../flows/still.ts'
import type { Messages } from '../../messages/messages.ts'
import { sampleErrors } from '../sample-errors.ts'

/** Every state of the screen, in the words of a language. */
export function signUpStates({ common, language }: Messages): Record<string, Still> {
  const errors = sampleErrors[language]
  const code = {
    step: 'code',
    address: { channel: 'mobile', value: '+819012345678' },
    sentTo: '901****5678',
    sent: 1,
    isCall: false,
  } as const
  return {
    address: {},
    'address, sending': { isBusy: true },
    'address, malformed': { problem: { field: 'email', text: common.needAddress } },
    'code and password': { code, resendIn: 42 },
    'code expired': { code, problem: { field: 'code', text: errors.code_expired } },
    'password too common': {
      code,
      problem: { field: 'password', text: errors.password_policy },
    },
    'name refused': { code, problem: { field: 'name', text: errors.text_refused } },
    'verify first, code': { code, verifyFirst: true },
    'verify first, password': { code, ticket: 'sample' },
    'verify first, too late': { verifyFirst: true, problem: { text: errors.ticket_expired } },
    'too often': { problem: { text: errors.code_frequency, wait: 42 } },
    closed: { code, problem: { text: errors.registration_closed } },
    offline: { problem: { text: common.offline } },
    'has an account': { code, problem: { text: errors.has_registered, remedy: 'sign-in' } },
  }
}

/** Every state of signing up with a user name. */
export function userNameStates(messages: Messages): Record<string, Still> {
  const { common, language } = messages
  const errors = sampleErrors[language]
  return {
    empty: {},
    malformed: { problem: { field: 'username', text: messages.newPassword.userNameWrong } },
    taken: { problem: { field: 'username', text: errors.name_taken } },
    'password too short': { problem: { field: 'password', text: common.passwordShort } },
    making: { isBusy: true },
    closed: { problem: { text: errors.registration_closed } },
  }
}
