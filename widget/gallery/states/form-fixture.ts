import { atom } from 'nanostores'
import type { Method } from '../../src/base/settings.ts'
import type { CodeState } from '../../src/ui/flows/code-step.ts'
import { fixtureCode } from './fixture-code.ts'
import type { LoginFlow } from '../../src/login/flows/login.ts'
import type { PasskeySignIn } from '../../src/login/flows/passkey-sign-in.ts'
import type { QrFlow, QrState } from '../../src/login/flows/qr.ts'
import type { NewPasswordFlow } from '../../src/login/flows/new-password.ts'
import type { PasskeyAction, PasskeyEnd } from '../../src/ui/flows/passkey-action.ts'
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
  /** The button for a passkey. */
  passkey?: PasskeyFixture
  /** The page wants codes checked before a new password is asked for. */
  verifyFirst?: boolean
}

/** A request for a passkey in one state. */
export interface PasskeyFixture {
  isBusy?: boolean
  isSlow?: boolean
  end?: PasskeyEnd
  codes?: readonly string[]
  formError?: FormError
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
    // Every flow that it may make in one.
    begin: () => lazyFlow(fixture.passkey) as never,
    resume: nothing,
    prepare: nothing,
    dispose: nothing,
  }
}

/** Returns what shows a request for a passkey in one state. */
export function fixturePasskey({ isSlow = false, end }: PasskeyFixture = {}): PasskeyAction {
  return { $isSlow: atom(isSlow), $end: atom(end), run: refuse, stop: nothing }
}

// What loads on demand, whichever it is: the code for phones and the button for passkeys.
function lazyFlow(fixture: PasskeyFixture = {}): QrFlow & PasskeySignIn {
  return {
    $state: atom<QrState>({ name: 'loading' }),
    renew: nothing,
    $isOffered: atom(true),
    $isBusy: atom(fixture.isBusy ?? false),
    $formError: atom(fixture.formError),
    passkey: fixturePasskey(fixture),
    signIn: () => Promise.resolve(),
    $hasOlder: atom(false),
    signInByOlder: () => Promise.resolve(),
    wait: () => Promise.resolve(),
    dispose: nothing,
  }
}
