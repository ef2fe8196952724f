import { atom } from 'nanostores'
import type { Method } from '../settings.ts'
import type { CodeState, CodeStep } from './code-step.ts'
import type { LoginFlow } from './login.ts'
import type { QrState } from './qr.ts'
import type { NewPasswordFlow } from './new-password.ts'
import type { Problem } from './problem.ts'

/** What a screen shows, as values. */
export interface Still {
  method?: Method
  isBusy?: boolean
  problem?: Problem
  code?: CodeState
  resendIn?: number
  isMobile?: boolean
  ticket?: string
  /** The page wants codes checked before a new password is asked for. */
  verifyFirst?: boolean
}

const nothing = (): void => undefined
const refuse = (): Promise<boolean> => Promise.resolve(false)

/** A code step that stays in one state. */
export function stillCode(still: Pick<Still, 'code' | 'resendIn' | 'isMobile'> = {}): CodeStep {
  return {
    $state: atom<CodeState>(still.code ?? { step: 'address' }),
    $resendIn: atom(still.resendIn ?? 0),
    $isMobile: atom(still.isMobile ?? false),
    useMobile: nothing,
    send: refuse,
    sendTo: refuse,
    resend: refuse,
    call: refuse,
    restart: nothing,
    dispose: nothing,
  }
}

/** The flows of all screens, standing still in one state: for the gallery and for tests of looks. */
export function stillFlow(still: Still): LoginFlow & NewPasswordFlow {
  return {
    $method: atom<Method>(still.method ?? 'password'),
    $isBusy: atom(still.isBusy ?? false),
    $problem: atom(still.problem),
    $ticket: atom(still.ticket ?? ''),
    useTicket: nothing,
    code: stillCode(still),
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
