import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { FormFixture } from './form-fixture.ts'
import type { Messages } from '../../src/messages/messages.ts'

/** Every state of the screen, in one language. */
export function signUpStates({ common, language }: Messages): Record<string, FormFixture> {
  const errors = errorMessages[language]
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
    'address, malformed': { formError: { field: 'email', text: common.needAddress } },
    code: { code, resendIn: 42 },
    'code and password': { code, resendIn: 42, hasPassword: true },
    'code expired': { code, formError: { field: 'code', text: errors.code_expired } },
    'password too common': {
      code,
      hasPassword: true,
      formError: { field: 'password', text: errors.password_policy },
    },
    'name refused': {
      code,
      hasPassword: true,
      formError: { field: 'name', text: errors.text_refused },
    },
    'verify first, code': { code, verifyFirst: true, hasPassword: true },
    'verify first, password': { code, ticket: 'sample', hasPassword: true },
    'verify first, too late': { verifyFirst: true, formError: { text: errors.ticket_expired } },
    'too often': { formError: { text: errors.code_frequency, wait: 42 } },
    closed: { code, formError: { text: errors.registration_closed } },
    offline: { formError: { text: common.offline } },
    'has an account': { code, formError: { text: errors.has_registered, remedy: 'sign-in' } },
  }
}

/** Every state of sign-up with a username. */
export function userNameStates(messages: Messages): Record<string, FormFixture> {
  const { common, language } = messages
  const errors = errorMessages[language]
  return {
    empty: {},
    malformed: { formError: { field: 'username', text: messages.newPassword.userNameWrong } },
    taken: { formError: { field: 'username', text: errors.name_taken } },
    'password too short': { formError: { field: 'password', text: common.passwordShort } },
    making: { isBusy: true },
    closed: { formError: { text: errors.registration_closed } },
  }
}
