import type { Problem } from '../../flows/problem.ts'
import type { Messages } from '../../messages/messages.ts'
import { sampleErrors } from '../sample-errors.ts'

/** Every state of the screen, in the words of a language. */
export function keepAccountStates({
  common,
  language,
}: Messages): Record<string, { isBusy: boolean; problem: Problem | undefined; cancelAt: number }> {
  const errors = sampleErrors[language]
  const still = { isBusy: false, problem: undefined, cancelAt: 1_796_000_000 }
  return {
    'being closed': still,
    'no date': { ...still, cancelAt: 0 },
    keeping: { ...still, isBusy: true },
    offline: { ...still, problem: { text: common.offline } },
    'too late': { ...still, problem: { text: errors.ticket_expired } },
    'too often': { ...still, problem: { text: errors.too_often, wait: 42 } },
  }
}
