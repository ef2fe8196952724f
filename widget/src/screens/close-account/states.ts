import type { CloseStep } from '../../flows/close-account.ts'
import type { Problem } from '../../flows/problem.ts'
import type { Messages } from '../../messages/messages.ts'
import { sampleWays, stillProof } from '../own/states.ts'
import { sampleErrors } from '../sample-errors.ts'

/** What the screen shows, as values. */
export interface CloseStill {
  step: CloseStep
  problem?: Problem
  isBusy?: boolean
}

const CANCEL_AT = Date.UTC(2026, 11, 6) / 1000

const values = [
  { name: 'sessions', count: 2 },
  { name: 'connections', count: 1 },
  { name: 'pictures', count: 3 },
  { name: 'user_name', count: 1 },
]

/** Every state of the screen, in the words of a language. */
export function closeAccountStates({
  common,
  language,
  closeAccount,
  secondVerify,
}: Messages): Record<string, CloseStill> {
  const errors = sampleErrors[language]
  return {
    checking: { step: { at: 'checking' } },
    'check failed': { step: { at: 'unchecked' }, problem: { text: common.offline } },
    refused: { step: { at: 'refused', reasons: [errors.frozen] } },
    'what is lost': { step: { at: 'checked', values, isStale: false } },
    'nothing is lost': { step: { at: 'checked', values: [], isStale: false } },
    'looked up again': { step: { at: 'checked', values, isStale: true } },
    proof: { step: { at: 'proof', proof: stillProof(sampleWays) } },
    'proof, code sent': { step: { at: 'proof', proof: stillProof(sampleWays, { sent: 1 }) } },
    'proof, wrong password': {
      step: {
        at: 'proof',
        proof: stillProof(sampleWays, {
          at: 2,
          problem: { field: 'password', text: secondVerify.wrong },
        }),
      },
    },
    'sign in again': { step: { at: 'sign-in-again' } },
    sure: { step: { at: 'sure', values } },
    'sure, not ticked': {
      step: { at: 'sure', values },
      problem: { field: 'abandon', text: closeAccount.needAbandon },
    },
    'sure, closing': { step: { at: 'sure', values }, isBusy: true },
    'sure, too often': {
      step: { at: 'sure', values },
      problem: { text: errors.too_often, wait: 60 },
    },
    closed: { step: { at: 'closed', cancelAt: CANCEL_AT } },
  }
}
