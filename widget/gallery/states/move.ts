import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import type { Movable } from '../../src/login/flows/move.ts'
import type { Messages } from '../../src/messages/messages.ts'

interface MoveFixture {
  what: Movable
  isBusy: boolean
  formError: FormError | undefined
}

/** Every state of the screen, in one language. */
export function moveStates({ common, language }: Messages): Record<string, MoveFixture> {
  const account: MoveFixture = { what: 'connection', isBusy: false, formError: undefined }
  const tooOften = { text: errorMessages[language].too_often, wait: 42 }
  return {
    'linked account': account,
    'e-mail address': { ...account, what: 'email' },
    'mobile number': { ...account, what: 'mobile' },
    moving: { ...account, isBusy: true },
    offline: { ...account, formError: { text: common.offline } },
    'too often': { ...account, formError: tooOften },
  }
}
