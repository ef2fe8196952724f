import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { DeletionStep } from '../../src/account/flows/account-deletion.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import type { Messages } from '../../src/messages/messages.ts'
import { sampleMethods, fixtureStepUp } from './account.ts'

/** Values that the screen shows. */
export interface DeletionFixture {
  step: DeletionStep
  formError?: FormError
  isBusy?: boolean
}

const CANCEL_AT = Date.UTC(2026, 11, 6) / 1000

const values = [
  { name: 'sessions', count: 2 },
  { name: 'connections', count: 1 },
  { name: 'pictures', count: 3 },
  { name: 'user_name', count: 1 },
  { name: 'organizations', count: 2, names: ['Harbour KK', 'Orchard Ltd'] },
  { name: 'plan', count: 1, names: ['pro'] },
]

/** Every state of the screen, in one language. */
export function accountDeletionStates({
  common,
  language,
  closeAccount,
  secondVerify,
}: Messages): Record<string, DeletionFixture> {
  const errors = errorMessages[language]
  return {
    checking: { step: { at: 'checking' } },
    'check failed': { step: { at: 'unchecked' }, formError: { text: common.offline } },
    refused: { step: { at: 'refused', reasons: [errors.frozen] } },
    'what is lost': { step: { at: 'checked', values, isStale: false } },
    'nothing is lost': { step: { at: 'checked', values: [], isStale: false } },
    'looked up again': { step: { at: 'checked', values, isStale: true } },
    proof: { step: { at: 'proof', proof: fixtureStepUp(sampleMethods) } },
    'proof, code sent': { step: { at: 'proof', proof: fixtureStepUp(sampleMethods, { sent: 1 }) } },
    'proof, wrong password': {
      step: {
        at: 'proof',
        proof: fixtureStepUp(sampleMethods, {
          at: 2,
          formError: { field: 'password', text: secondVerify.wrong },
        }),
      },
    },
    'sign in again': { step: { at: 'sign-in-again' } },
    sure: { step: { at: 'sure', values } },
    'sure, not ticked': {
      step: { at: 'sure', values },
      formError: { field: 'abandon', text: closeAccount.needUnderstood },
    },
    'sure, closing': { step: { at: 'sure', values }, isBusy: true },
    'sure, too often': {
      step: { at: 'sure', values },
      formError: { text: errors.too_often, wait: 60 },
    },
    closed: { step: { at: 'closed', cancelAt: CANCEL_AT } },
  }
}
