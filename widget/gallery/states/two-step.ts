import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { PasskeyFixture } from './form-fixture.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import type { StepUpMethod } from '../../src/base/two-step-request.ts'
import type { Messages } from '../../src/messages/messages.ts'

interface FormFixture {
  wanted: { ways: readonly StepUpMethod[]; reason: string }
  method: StepUpMethod
  sent?: number
  resendIn?: number
  isBusy?: boolean
  /** Number of recovery codes left after one was used. */
  codesLeft?: number
  hasAccountPage?: boolean
  formError?: FormError
  passkey?: PasskeyFixture
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
  const passkey = { way: 'passkey_verify', sentTo: '' } as const
  const app = { way: 'totp_verify', sentTo: '' } as const
  const recovery = { way: 'recovery_code_verify', sentTo: '' } as const
  const provider = { way: 'provider', title: 'Google', sentTo: 'Ann Lee', href: '#' } as const
  const wanted = {
    ways: [mobile, email, password],
    reason: errors.second_verify,
  }
  const only = { ...wanted, ways: [mobile] }
  const linked = { ...wanted, ways: [email, provider] }
  return {
    'several ways': { wanted, method: mobile },
    password: { wanted, method: password },
    'password, wrong': {
      wanted,
      method: password,
      formError: { field: 'password', text: secondVerify.wrong },
    },
    passkey: { wanted: { ...wanted, ways: [passkey, ...wanted.ways] }, method: passkey },
    'passkey, slow': {
      wanted: { ...wanted, ways: [passkey] },
      method: passkey,
      isBusy: true,
      passkey: { isSlow: true },
    },
    'authenticator app': { wanted: { ...wanted, ways: [app, ...wanted.ways] }, method: app },
    'authenticator app, code used': {
      wanted: { ...wanted, ways: [app] },
      method: app,
      formError: { field: 'code', text: errors.code_used },
    },
    'authenticator app, or a recovery code': {
      wanted: { ...wanted, ways: [app, ...wanted.ways, recovery] },
      method: app,
    },
    'recovery code': {
      wanted: { ...wanted, ways: [app, ...wanted.ways, recovery] },
      method: recovery,
    },
    'recovery code, wrong': {
      wanted: { ...wanted, ways: [app, recovery] },
      method: recovery,
      formError: { field: 'code', text: errors.code_error },
    },
    'recovery code, too many wrong': {
      wanted: { ...wanted, ways: [app, recovery] },
      method: recovery,
      formError: { text: errors.code_locked, wait: 512 },
    },
    'recovery code, used': { wanted, method: recovery, codesLeft: 9, hasAccountPage: true },
    'recovery code, used elsewhere': { wanted, method: recovery, codesLeft: 1 },
    'linked account': { wanted: linked, method: provider },
    'linked account, window blocked': {
      wanted: { ...linked, ways: [provider] },
      method: provider,
      formError: { field: 'window', text: secondVerify.blocked },
    },
    'one way': { wanted: only, method: mobile },
    sending: { wanted: only, method: mobile, isBusy: true },
    'code, sent': { wanted: only, method: mobile, sent: 1, resendIn: 42 },
    'code, by mobile, again': { wanted: only, method: mobile, sent: 2 },
    'code, too often': {
      wanted,
      method: email,
      sent: 1,
      resendIn: 42,
      formError: { text: errors.code_frequency, wait: 42 },
    },
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
