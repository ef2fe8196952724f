import type { FormError } from '../../flows/form-error.ts'
import type { SecondWay } from '../../flows/two-step.ts'
import type { TwoStepRequest } from '../../instance.ts'
import type { Messages } from '../../messages/messages.ts'
import { sampleErrors } from '../sample-errors.ts'

interface FormFixture {
  wanted: TwoStepRequest['wanted']
  way: SecondWay
  sent?: number
  resendIn?: number
  isBusy?: boolean
  formError?: FormError
}

/** Every state of the screen, in the words of a language. */
export function twoStepStates({
  common,
  language,
  secondVerify,
}: Messages): Record<string, FormFixture> {
  const errors = sampleErrors[language]
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
    'several ways': { wanted, way: mobile },
    password: { wanted, way: password },
    'password, wrong': {
      wanted,
      way: password,
      formError: { field: 'password', text: secondVerify.wrong },
    },
    'one way': { wanted: only, way: mobile },
    sending: { wanted: only, way: mobile, isBusy: true },
    'code, sent': { wanted: only, way: mobile, sent: 1, resendIn: 42 },
    'code, by mobile, again': { wanted: only, way: mobile, sent: 2 },
    'code, wrong': {
      wanted,
      way: email,
      sent: 1,
      formError: { field: 'code', text: errors.code_error },
    },
    'code, expired': {
      wanted,
      way: email,
      sent: 2,
      formError: { field: 'code', text: errors.code_expired },
    },
    'too late': { wanted, way: mobile, sent: 1, formError: { text: errors.ticket_expired } },
    'too often': { wanted, way: mobile, formError: { text: errors.code_frequency, wait: 42 } },
    offline: { wanted, way: mobile, formError: { text: common.offline } },
  }
}
