import { fixturePasskey } from './form-fixture.ts'
import { atom } from 'nanostores'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { AccountStore, AccountState } from '../../src/account/flows/account-store.ts'
import type { StepUp } from '../../src/account/flows/step-up.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import { joinSentences } from '../../src/ui/flows/join-sentences.ts'
import type { StepUpMethod } from '../../src/base/two-step-request.ts'
import type { Messages } from '../../src/messages/messages.ts'
import { sampleAccount } from './sample-account.ts'

const nothing = (): void => undefined

/** States of the account before its screens. */
export function accountStates({ common, language }: Messages): Record<string, AccountState> {
  return {
    loading: { step: 'loading' },
    'signed out': { step: 'signed-out', user: undefined },
    offline: { step: 'failed', formError: { text: common.offline } },
    'too often': {
      step: 'failed',
      formError: { text: errorMessages[language].too_often, wait: 60 },
    },
    broken: {
      step: 'failed',
      formError: { text: joinSentences(common, common.broken, common.reference('2026…A41F')) },
    },
  }
}

/** An account in a fixed state. */
export function fixtureAccount(state: AccountState): AccountStore {
  return {
    $state: atom(state),
    load: () => Promise.resolve(),
    checkSession: () => Promise.resolve(),
    retry: () => Promise.resolve(),
    setUser: nothing,
    endRecovery: () => Promise.resolve(),
    leave: nothing,
  }
}

/** A step-up in a fixed state. */
export function fixtureStepUp(
  methods: readonly StepUpMethod[],
  fixture: { at?: number; sent?: number; formError?: FormError } = {},
): StepUp {
  const refuse = (): Promise<boolean> => Promise.resolve(false)
  const { at = 0, sent = 0, formError } = fixture
  return {
    methods,
    flow: {
      $method: atom(methods[at] ?? { way: 'pwd_verify', sentTo: '' }),
      account: '',
      $codesLeft: atom(undefined),
      hasAccountPage: false,
      proceed: () => undefined,
      $remembers: atom(false),
      setRemembers: nothing,
      $sent: atom(sent),
      $resendIn: atom(sent > 0 ? 42 : 0),
      $isBusy: atom(false),
      $formError: atom(formError),
      passkey: fixturePasskey(),
      choose: nothing,
      sendCode: refuse,
      submit: refuse,
      close: nothing,
      dispose: nothing,
    },
  }
}

/** All methods of a step-up. */
export const sampleMethods: readonly StepUpMethod[] = [
  { way: 'email_code_verify', sentTo: sampleAccount.email },
  { way: 'mobile_sms_verify', sentTo: '901****5678' },
  { way: 'pwd_verify', sentTo: '' },
]
