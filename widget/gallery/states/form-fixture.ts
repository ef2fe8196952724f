import { atom } from 'nanostores'
import type { Method } from '../../src/base/settings.ts'
import type { CodeState } from '../../src/ui/flows/code-step.ts'
import { fixtureCode } from './fixture-code.ts'
import type { LoginFlow } from '../../src/login/flows/login.ts'
import type { QrState } from '../../src/login/flows/qr.ts'
import type { NewPasswordFlow } from '../../src/login/flows/new-password.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'

/** State of a form screen, as plain values. */
export interface FormFixture {
  method?: Method
  isBusy?: boolean
  formError?: FormError
  code?: CodeState
  resendIn?: number
  isMobile?: boolean
  ticket?: string
  hasPassword?: boolean
  /** The page wants codes checked before a new password is asked for. */
  verifyFirst?: boolean
}

const nothing = (): void => undefined
const refuse = (): Promise<boolean> => Promise.resolve(false)

/** Returns the flow of any form in one fixed state, for the gallery and the screenshot tests. */
export function fixtureFlow(fixture: FormFixture): LoginFlow & NewPasswordFlow {
  return {
    $method: atom<Method>(fixture.method ?? 'password'),
    $isBusy: atom(fixture.isBusy ?? false),
    $formError: atom(fixture.formError),
    $ticket: atom(fixture.ticket ?? ''),
    $hasPassword: atom(fixture.hasPassword ?? false),
    askPassword: nothing,
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
