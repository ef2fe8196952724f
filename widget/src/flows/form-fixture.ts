import { atom } from 'nanostores'
import type { Method } from '../settings.ts'
import type { CodeState, CodeStep } from './code-step.ts'
import type { LoginFlow } from './login.ts'
import type { QrState } from './qr.ts'
import type { NewPasswordFlow } from './new-password.ts'
import type { FormError } from './form-error.ts'

/** State of a form screen, as plain values. */
export interface FormFixture {
  method?: Method
  isBusy?: boolean
  formError?: FormError
  code?: CodeState
  resendIn?: number
  isMobile?: boolean
  ticket?: string
  /** The page wants codes checked before a new password is asked for. */
  verifyFirst?: boolean
}

const nothing = (): void => undefined
const refuse = (): Promise<boolean> => Promise.resolve(false)

/** Returns a code step that stays in one state. */
export function fixtureCode(
  fixture: Pick<FormFixture, 'code' | 'resendIn' | 'isMobile'> = {},
): CodeStep {
  return {
    $state: atom<CodeState>(fixture.code ?? { step: 'address' }),
    $resendIn: atom(fixture.resendIn ?? 0),
    $isMobile: atom(fixture.isMobile ?? false),
    setMobile: nothing,
    send: refuse,
    sendTo: refuse,
    resend: refuse,
    call: refuse,
    restart: nothing,
    resume: () => false,
    finish: nothing,
    dispose: nothing,
  }
}

/** Returns the flow of any form in one fixed state, for the gallery and the screenshot tests. */
export function fixtureFlow(fixture: FormFixture): LoginFlow & NewPasswordFlow {
  return {
    $method: atom<Method>(fixture.method ?? 'password'),
    $isBusy: atom(fixture.isBusy ?? false),
    $formError: atom(fixture.formError),
    $ticket: atom(fixture.ticket ?? ''),
    takeTicket: nothing,
    code: fixtureCode(fixture),
    choose: nothing,
    signInByPassword: refuse,
    signInByCode: refuse,
    submit: refuse,
    beginQr: () => ({
      $state: atom<QrState>({ name: 'loading' }),
      renew: nothing,
      dispose: nothing,
    }),
    resume: nothing,
    prepare: nothing,
    dispose: nothing,
  }
}
