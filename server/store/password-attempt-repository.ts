import type { Login } from './recipient.ts'
import type { Failures } from './attempt-limit-repository.ts'
import type { Account } from './account-repository.ts'
import { toAccount } from './account-repository.ts'
import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** What the database knows about an attempt to sign in by password. */
export interface PasswordAttempt {
  account: Account | undefined
  hasLinkedAccounts: boolean
  /** Wrong passwords for this login. */
  failures: Failures
  /** Count of the caller's network. */
  counted: number
}

/** Reads what an attempt to sign in by password needs. */
export interface PasswordAttemptRepository {
  /** Takes one statement, the same whether or not there is an account. */
  look(login: Login, keys: { lock: string; counter: string }, now: number): Promise<PasswordAttempt>
}

/** What an attempt to sign in by password meets, in SQL. */
export function passwordAttemptRepository(query: Queries): PasswordAttemptRepository {
  return {
    look: async (login, keys, now) => {
      const { text } = login
      const kind = login.kind === 'username' ? 'username' : login.recipient.channel
      // The counts come first and the account, if any, beside them: always at least one row.
      const rows = await query
        .selectFrom(
          query
            .selectNoFrom((none) => [
              none
                .selectFrom('attempt_limits')
                .select('failures')
                .where('key', '=', keys.lock)
                .as('failures'),
              none
                .selectFrom('attempt_limits')
                .select('locked_until')
                .where('key', '=', keys.lock)
                .as('locked_until'),
              none
                .selectFrom('rate_limits')
                .select('count')
                .where('key', '=', keys.counter)
                .where('expires_at', '>', now)
                .as('counted'),
            ])
            .as('limits'),
        )
        .leftJoin('accounts', (join) =>
          join.on((row) => {
            const isOwner = row(
              'accounts.id',
              '=',
              row
                .selectFrom('identifiers')
                .select('account_id')
                .where('kind', '=', kind)
                .where('value', '=', text),
            )
            return kind === 'email'
              ? row.or([isOwner, row('accounts.unverified_email', '=', text)])
              : isOwner
          }),
        )
        .selectAll('accounts')
        .select(['limits.failures', 'limits.locked_until', 'limits.counted'])
        .select((row) =>
          row
            .selectFrom('linked_accounts')
            .select(row.fn.countAll<number>().as('count'))
            .whereRef('linked_accounts.account_id', '=', 'accounts.id')
            .as('linked_account_count'),
        )
        .execute()
      // A proved address goes before the same address unverified.
      const row = rows.find((one) => one[kind] === text) ?? rows[0]
      return {
        account: row?.id == null ? undefined : toAccount(row as Tables['accounts']),
        hasLinkedAccounts: (row?.linked_account_count ?? 0) > 0,
        failures: { failures: row?.failures ?? 0, lockedUntil: row?.locked_until ?? 0 },
        counted: row?.counted ?? 0,
      }
    },
  }
}
