import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { FormFixture } from './form-fixture.ts'
import type { Messages } from '../../src/messages/messages.ts'

/** Every state of the screen, in one language. */
export function loginStates({ common, language }: Messages): Record<string, FormFixture> {
  const errors = errorMessages[language]
  const sent = {
    step: 'code',
    address: { channel: 'email', value: 'ann@example.com' },
    sentTo: 'a**@example.com',
    sent: 1,
    isCall: false,
  } as const
  const mobile = { channel: 'mobile', value: '+819012345678' } as const
  return {
    password: {},
    'password, signing in': { isBusy: true },
    'password, empty account': { formError: { field: 'account', text: common.needAccount } },
    'password, empty password': { formError: { field: 'password', text: common.needPassword } },
    'password, wrong': { formError: { text: errors.password_error } },
    'password, locked': {
      formError: { text: errors.password_locked, wait: 32, remedy: 'code' },
    },
    'password, new device': { formError: { text: errors.need_code_verify, remedy: 'code' } },
    'too often': { formError: { text: errors.too_often, wait: 42 } },
    'server trouble': {
      formError: {
        text: errors.server_error,
        logId: '20261121134501ABCDEF',
      },
    },
    offline: { formError: { text: common.offline } },
    'passkey, asking': { passkey: { isBusy: true } },
    'passkey, slow': { passkey: { isBusy: true, isSlow: true } },
    'passkey, cancelled': { passkey: { end: 'cancelled' } },
    'passkey, no answer': { passkey: { end: 'unanswered' } },
    'passkey, unknown': { passkey: { formError: { text: errors.passkey_unknown } } },
    'code, address': { method: 'code' },
    'code, mobile': { method: 'code', isMobile: true },
    'code, mobile missing': {
      method: 'code',
      isMobile: true,
      formError: { field: 'email', text: common.needMobile },
    },
    'code, bad address': {
      method: 'code',
      formError: { field: 'email', text: common.needCountryCode },
    },
    'code, too often': { method: 'code', formError: { text: errors.code_frequency, wait: 42 } },
    'code, none sent': {
      method: 'code',
      formError: {
        text: 'No further code can be sent to this address for now.',
        remedy: 'password',
        wait: 2580,
      },
    },
    'code, sent': { method: 'code', code: sent, resendIn: 42 },
    'code, last mail refused': {
      method: 'code',
      code: { ...sent, wasRefused: true },
      resendIn: 42,
    },
    'code, sent again': { method: 'code', code: { ...sent, sent: 2 }, resendIn: 60 },
    'code, by mobile, again': {
      method: 'code',
      code: { ...sent, sentTo: '901****5678', address: mobile, sent: 2 },
      resendIn: 60,
    },
    'code, by call': {
      method: 'code',
      code: { ...sent, sentTo: '901****5678', address: mobile, sent: 3, isCall: true },
    },
    'code, too often again': {
      method: 'code',
      code: sent,
      resendIn: 42,
      formError: { text: errors.code_frequency, wait: 42 },
    },
    'code, wrong': {
      method: 'code',
      code: sent,
      formError: { field: 'code', text: errors.code_error },
    },
    'code, no account': {
      method: 'code',
      code: sent,
      formError: { text: errors.unregistered, remedy: 'sign-up' },
    },
  }
}
