import type { Account } from './account-repository.ts'
import type { Failures } from './attempt-limit-repository.ts'
import type { Queries } from './database.ts'
import type { Login } from './recipient.ts'

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
                .selectFrom('attemptLimits')
                .select('failures')
                .where('key', '=', keys.lock)
                .as('failures'),
              none
                .selectFrom('attemptLimits')
                .select('lockedUntil')
                .where('key', '=', keys.lock)
                .as('lockedUntil'),
              none
                .selectFrom('rateLimits')
                .select('count')
                .where('key', '=', keys.counter)
                .where('expiresAt', '>', now)
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
                .select('accountId')
                .where('kind', '=', kind)
                .where('value', '=', text),
            )
            return kind === 'email'
              ? row.or([isOwner, row('accounts.unverifiedEmail', '=', text)])
              : isOwner
          }),
        )
        .selectAll('accounts')
        .select(['limits.failures', 'limits.lockedUntil', 'limits.counted'])
        .select((row) =>
          row
            .selectFrom('linkedAccounts')
            .select(row.fn.countAll<number>().as('count'))
            .whereRef('linkedAccounts.accountId', '=', 'accounts.id')
            .as('linkedAccountCount'),
        )
        .execute()
      // A proved address goes before the same address unverified.
      const row = rows.find((one) => one[kind] === text) ?? rows[0]
      return {
        account: row?.id == null ? undefined : (row as Account),
        hasLinkedAccounts: (row?.linkedAccountCount ?? 0) > 0,
        failures: { failures: row?.failures ?? 0, lockedUntil: row?.lockedUntil ?? 0 },
        counted: row?.counted ?? 0,
      }
    },
  }
}
