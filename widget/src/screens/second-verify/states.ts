import type { Problem } from '../../flows/problem.ts'
import type { SecondWay } from '../../flows/second-verify.ts'
import type { SecondRequest } from '../../instance.ts'
import type { Messages } from '../../messages/messages.ts'
import { sampleErrors } from '../sample-errors.ts'

interface Still {
  wanted: SecondRequest['wanted']
  way: SecondWay
  sent?: number
  resendIn?: number
  isBusy?: boolean
  problem?: Problem
}

/** Every state of the screen, in the words of a language. */
export function secondVerifyStates({
  common,
  language,
  secondVerify,
}: Messages): Record<string, Still> {
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
      problem: { field: 'password', text: secondVerify.wrong },
    },
    'one way': { wanted: only, way: mobile },
    sending: { wanted: only, way: mobile, isBusy: true },
    'code, sent': { wanted: only, way: mobile, sent: 1, resendIn: 42 },
    'code, by mobile, again': { wanted: only, way: mobile, sent: 2 },
    'code, wrong': {
      wanted,
      way: email,
      sent: 1,
      problem: { field: 'code', text: errors.code_error },
    },
    'code, expired': {
      wanted,
      way: email,
      sent: 2,
      problem: { field: 'code', text: errors.code_expired },
    },
    'too late': { wanted, way: mobile, sent: 1, problem: { text: errors.ticket_expired } },
    'too often': { wanted, way: mobile, problem: { text: errors.code_frequency, wait: 42 } },
    offline: { wanted, way: mobile, problem: { text: common.offline } },
  }
}
