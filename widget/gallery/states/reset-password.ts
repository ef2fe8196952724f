import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { FormFixture } from './form-fixture.ts'
import type { Messages } from '../../src/messages/messages.ts'

/** Every state of the screen, in one language. */
export function resetPasswordStates({ common, language }: Messages): Record<string, FormFixture> {
  const errors = errorMessages[language]
  const code = {
    step: 'code',
    address: { channel: 'email', value: 'ann@example.com' },
    sentTo: 'a**@example.com',
    sent: 1,
    isCall: false,
  } as const
  return {
    address: {},
    'too often': { formError: { text: errors.too_often, wait: 600 } },
    'code and password': { code },
    'password too short': { code, formError: { field: 'password', text: common.passwordShort } },
    'by a ticket': { ticket: 'sample' },
    'ticket, too late': { formError: { text: errors.ticket_expired } },
    offline: { formError: { text: common.offline } },
    setting: { code, isBusy: true },
  }
}
