import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { FormError } from '../../flows/form-error.ts'
import type { SecondWay } from '../../flows/two-step.ts'
import type { TwoStepRequest } from '../../instance.ts'
import type { Messages } from '../../messages/messages.ts'

interface FormFixture {
  wanted: TwoStepRequest['wanted']
  method: SecondWay
  sent?: number
  resendIn?: number
  isBusy?: boolean
  formError?: FormError
}

/** Every state of the screen, in one language. */
export function twoStepStates({
  common,
  language,
  secondVerify,
}: Messages): Record<string, FormFixture> {
  const errors = errorMessages[language]
  const mobile = { way: 'mobile_sms_verify', sentTo: '901****5678' } as const
  const email = { way: 'email_code_verify', sentTo: 'a**@example.com' } as const
  const password = { way: 'pwd_verify', sentTo: '' } as const
  const wanted = {
    smsCodeKey: '',
    verifyTicket: '',
    ways: [mobile, email, password],
    reason: errors.second_verify,
  }
  const only = { ...wanted, ways: [mobile] }
  return {
    'several ways': { wanted, method: mobile },
    password: { wanted, method: password },
    'password, wrong': {
      wanted,
      method: password,
      formError: { field: 'password', text: secondVerify.wrong },
    },
    'one way': { wanted: only, method: mobile },
    sending: { wanted: only, method: mobile, isBusy: true },
    'code, sent': { wanted: only, method: mobile, sent: 1, resendIn: 42 },
    'code, by mobile, again': { wanted: only, method: mobile, sent: 2 },
    'code, wrong': {
      wanted,
      method: email,
      sent: 1,
      formError: { field: 'code', text: errors.code_error },
    },
    'code, expired': {
      wanted,
      method: email,
      sent: 2,
      formError: { field: 'code', text: errors.code_expired },
    },
    'too late': { wanted, method: mobile, sent: 1, formError: { text: errors.ticket_expired } },
    'too often': { wanted, method: mobile, formError: { text: errors.code_frequency, wait: 42 } },
    offline: { wanted, method: mobile, formError: { text: common.offline } },
  }
}
