import type { Still } from '../../flows/still.ts'
import type { Texts } from '../../messages/texts.ts'
import { sampleErrors } from '../sample-errors.ts'

/** Every state of the screen, in the words of a language. */
export function signUpStates({ messages, language }: Texts): Record<string, Still> {
  const errors = sampleErrors[language]
  const code = {
    step: 'code',
    address: { channel: 'mobile', value: '+819012345678' },
    sentTo: '+81 90****5678',
    sent: 1,
    isCall: false,
  } as const
  return {
    address: {},
    'address, sending': { isBusy: true },
    'address, malformed': { problem: { field: 'email', text: messages.needAddress } },
    'code and password': { code, resendIn: 42 },
    'code expired': { code, problem: { field: 'code', text: errors.code_expired } },
    'password refused': { code, problem: { field: 'password', text: errors.password_policy } },
    'has an account': { code, problem: { text: errors.has_registered, remedy: 'sign-in' } },
  }
}
