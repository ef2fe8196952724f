import { atom } from 'nanostores'
import type { Method } from '../settings.ts'
import type { CodeState, CodeStep } from './code-step.ts'
import type { LoginFlow } from './login.ts'
import type { QrState } from './qr.ts'
import type { NewPasswordFlow } from './new-password.ts'
import type { FormError } from './form-error.ts'

/** What a screen shows, as values. */
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

/** The flows of all screens, standing still in one state: for the gallery and for tests of looks. */
export function fixtureFlow(fixture: FormFixture): LoginFlow & NewPasswordFlow {
  const nothing = (): void => undefined
  const refuse = (): Promise<boolean> => Promise.resolve(false)
  const code: CodeStep = {
    $state: atom<CodeState>(fixture.code ?? { step: 'address' }),
    $resendIn: atom(fixture.resendIn ?? 0),
    $isMobile: atom(fixture.isMobile ?? false),
    useMobile: nothing,
    send: refuse,
    resend: refuse,
    call: refuse,
    restart: nothing,
    dispose: nothing,
  }
  return {
    $method: atom<Method>(fixture.method ?? 'password'),
    $isBusy: atom(fixture.isBusy ?? false),
    $formError: atom(fixture.formError),
    $ticket: atom(fixture.ticket ?? ''),
    useTicket: nothing,
    code,
    choose: nothing,
    signInByPassword: refuse,
    signInByCode: refuse,
    submit: refuse,
    beginQr: () => ({
      $state: atom<QrState>({ name: 'loading' }),
      renew: nothing,
      dispose: nothing,
    }),
    prepare: nothing,
    dispose: nothing,
  }
}
