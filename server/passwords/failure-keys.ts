import { loginTexts } from '../accounts/logins.ts'
import { recipientsOf } from '../accounts/owner-recipients.ts'
import type { CodeAttempts } from '../codes/code-attempts.ts'
import type { PasswordAttempts } from './password-attempts.ts'
import type { Account } from '../store/schema/accounts.ts'

/** Keys of one account and one browser at most. */
export const MAX_FAILURE_KEYS = 12

/** Returns the keys that count wrong passwords and codes of unknown browsers and of a known one. */
export function failureKeysOf(
  services: { codeAttempts: CodeAttempts; passwordAttempts: PasswordAttempts },
  account: Account,
  browser: string,
): string[] {
  const { codeAttempts, passwordAttempts } = services
  return [...new Set(['', browser])].flatMap((one) => [
    ...loginTexts(account).map((text) => passwordAttempts.keyFor(text, one)),
    ...recipientsOf(account).map((recipient) => codeAttempts.keyFor(recipient, one)),
  ])
}
