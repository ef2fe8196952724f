import { atom } from 'nanostores'
import type { OwnAccount, OwnState } from '../../flows/own-account.ts'
import type { OwnProof } from '../../flows/own-proof.ts'
import type { Problem } from '../../flows/problem.ts'
import { joinSentences } from '../../flows/join-sentences.ts'
import type { SecondWay } from '../../flows/second-verify.ts'
import type { Messages } from '../../messages/messages.ts'
import { sampleErrors } from '../sample-errors.ts'
import { sampleUser } from '../sample-user.ts'

const nothing = (): void => undefined

/** Every state of what stands before the screens about one's own account. */
export function ownStates({ common, language }: Messages): Record<string, OwnState> {
  return {
    loading: { step: 'loading' },
    'signed out': { step: 'signed-out' },
    offline: { step: 'failed', problem: { text: common.offline } },
    'too often': {
      step: 'failed',
      problem: { text: sampleErrors[language].too_often, wait: 60 },
    },
    broken: {
      step: 'failed',
      problem: { text: joinSentences(common, common.broken, common.reference('2026…A41F')) },
    },
  }
}

/** An account that stands still. */
export function stillAccount(state: OwnState): OwnAccount {
  return {
    $state: atom(state),
    load: () => Promise.resolve(),
    retry: () => Promise.resolve(),
    setUser: nothing,
    leave: nothing,
  }
}

/** A proof that stands still, before its code was sent or after. */
export function stillProof(
  ways: readonly SecondWay[],
  still: { at?: number; sent?: number; problem?: Problem } = {},
): OwnProof {
  const refuse = (): Promise<boolean> => Promise.resolve(false)
  const { at = 0, sent = 0, problem } = still
  return {
    ways,
    flow: {
      $way: atom(ways[at] ?? { way: 'pwd_verify', sentTo: '' }),
      account: '',
      $sent: atom(sent),
      $resendIn: atom(sent > 0 ? 42 : 0),
      $isBusy: atom(false),
      $problem: atom(problem),
      choose: nothing,
      sendCode: refuse,
      submit: refuse,
      close: nothing,
      dispose: nothing,
    },
  }
}

/** All ways to prove that an account is one's own. */
export const sampleWays: readonly SecondWay[] = [
  { way: 'email_code_verify', sentTo: sampleUser.email },
  { way: 'mobile_sms_verify', sentTo: '901****5678' },
  { way: 'pwd_verify', sentTo: '' },
]
