import type { Still } from '../../flows/still.ts'
import { newPasswordTexts } from '../../messages/new-password.ts'
import type { Texts } from '../../messages/texts.ts'
import { sampleErrors } from '../sample-errors.ts'

/** Every state of the screen, in the words of a language. */
export function signUpStates({ messages, language }: Texts): Record<string, Still> {
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
    'address, malformed': { problem: { field: 'email', text: messages.needAddress } },
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
    offline: { problem: { text: messages.offline } },
    'has an account': { code, problem: { text: errors.has_registered, remedy: 'sign-in' } },
  }
}

/** Every state of signing up with a user name. */
export function userNameStates(texts: Texts): Record<string, Still> {
  const { messages, language } = texts
  const errors = sampleErrors[language]
  return {
    empty: {},
    malformed: { problem: { field: 'username', text: newPasswordTexts[language].userNameWrong } },
    taken: { problem: { field: 'username', text: errors.name_taken } },
    'password too short': { problem: { field: 'password', text: messages.passwordShort } },
    making: { isBusy: true },
    closed: { problem: { text: errors.registration_closed } },
  }
}
