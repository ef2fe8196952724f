import { loginTexts } from '../accounts/logins.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { CodeAttempts } from '../codes/code-attempts.ts'
import type { Account } from '../store/account-repository.ts'
import type { PasswordAttempts } from './password-attempts.ts'

/** Keys of one account at most. */
export const MAX_FAILURE_KEYS = 6

/** Returns the keys under which wrong passwords and wrong codes for an account are counted. */
export function failureKeysOf(
  services: { codeAttempts: CodeAttempts; passwordAttempts: PasswordAttempts },
  account: Account,
): string[] {
  return [
    ...loginTexts(account).map(services.passwordAttempts.keyFor),
    ...recipientsOf(account).map(services.codeAttempts.keyFor),
  ]
}
