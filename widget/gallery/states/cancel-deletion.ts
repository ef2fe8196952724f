import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import type { Messages } from '../../src/messages/messages.ts'

/** Every state of the screen, in one language. */
export function cancelDeletionStates({
  common,
  language,
}: Messages): Record<
  string,
  { isBusy: boolean; formError: FormError | undefined; cancelAt: number }
> {
  const errors = errorMessages[language]
  const fixture = { isBusy: false, formError: undefined, cancelAt: 1_796_000_000 }
  return {
    'being closed': fixture,
    'no date': { ...fixture, cancelAt: 0 },
    keeping: { ...fixture, isBusy: true },
    offline: { ...fixture, formError: { text: common.offline } },
    'too late': { ...fixture, formError: { text: errors.ticket_expired } },
    'too often': { ...fixture, formError: { text: errors.too_often, wait: 42 } },
  }
}
