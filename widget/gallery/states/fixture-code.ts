import { atom } from 'nanostores'
import type { CodeState, CodeStep } from '../../src/ui/flows/code-step.ts'

const nothing = (): void => undefined
const refuse = (): Promise<boolean> => Promise.resolve(false)

/** Returns a code step that stays in one state. */
export function fixtureCode(
  fixture: { code?: CodeState; resendIn?: number; isMobile?: boolean } = {},
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
