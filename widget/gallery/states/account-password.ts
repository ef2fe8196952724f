import type { Account } from '../../src/client/calls/account.ts'
import { errorMessages } from '#protocol/messages/all-errors.ts'
import type { FormError } from '../../src/ui/flows/form-error.ts'
import type { Messages } from '../../src/messages/messages.ts'
import { sampleAccount } from './sample-account.ts'

/** Values that the screen shows. */
export interface AccountPasswordFixture {
  user: Account
  formError?: FormError
  isBusy?: boolean
}

/** Every state of the screen, in one language. */
export function accountPasswordStates({
  common,
  language,
  accountPassword,
}: Messages): Record<string, AccountPasswordFixture> {
  const errors = errorMessages[language]
  const first: Account = { ...sampleAccount, hasPassword: false }
  const user = sampleAccount
  return {
    change: { user },
    'change, wrong': {
      user,
      formError: { field: 'current_password', text: accountPassword.wrong },
    },
    'change, refused': { user, formError: { field: 'password', text: errors.password_policy } },
    'change, the same': {
      user,
      formError: { field: 'password', text: accountPassword.sameAsCurrent },
    },
    'change, locked': { user, formError: { text: errors.password_locked, wait: 900 } },
    'change, offline': { user, formError: { text: common.offline } },
    'change, changing': { user, isBusy: true },
    set: { user: first },
    'set, short': { user: first, formError: { field: 'password', text: common.passwordShort } },
  }
}
