import type { Accounts } from '../accounts/accounts.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { LiveSession } from '../store/session-repository.ts'

/**
 * Refuses what a page sends that shows another person than the session's, since they signed in elsewhere in
 * this browser. `shown` is the `sec_user_id` of whom it shows; undefined from one that does not tell.
 * @throws open_account_changed
 */
export function requireShown(
  { accounts }: { accounts: Pick<Accounts, 'secIdOf'> },
  { app }: { app: { aid: number } },
  session: LiveSession | undefined,
  shown: string | undefined,
): void {
  if (session === undefined || shown === undefined) return
  if (accounts.secIdOf(session.accountId, app.aid) !== shown) {
    throw new PassportError('open_account_changed')
  }
}
