import type { Login } from './recipient.ts'
import type { Failures } from './attempt-limit-repository.ts'
import type { Account } from './account-repository.ts'
import { toAccount } from './account-repository.ts'
import type { Queries } from './database.ts'
import { statement } from './statement.ts'
import type { Tables } from './tables.ts'

/** What a try to sign in by password meets. */
export interface PasswordAttempt {
  account: Account | undefined
  /** Whether the account is linked to one at a third party. */
  hasLinkedAccounts: boolean
  /** Wrong passwords for what was typed. */
  failures: Failures
  /** Where the count of the caller's network stands. */
  counted: number
}

/** What tries by password need from a database. */
export interface PasswordAttemptRepository {
  /** All of it by one read, which is the same one whether or not there is an account. */
  look(login: Login, keys: { lock: string; counter: string }, now: number): Promise<PasswordAttempt>
}

interface Wanted {
  text: string
  lock: string
  counter: string
  now: number
}

type Column = 'email' | 'mobile' | 'username'

// The counts first, and what account there may be beside them: one row at least, and one statement
// where each of these would cost a way to the database and back.
const lookBy = (...columns: readonly (Column | 'unverified_email')[]) =>
  statement((query, { text, lock, counter, now }: Wanted) =>
    query
      .selectFrom(
        query
          .selectNoFrom((none) => [
            none
              .selectFrom('login_failures')
              .select('failures')
              .where('key', '=', lock)
              .as('failures'),
            none
              .selectFrom('login_failures')
              .select('locked_until')
              .where('key', '=', lock)
              .as('locked_until'),
            none
              .selectFrom('counters')
              .select('count')
              .where('key', '=', counter)
              .where('expires_at', '>', now)
              .as('counted'),
          ])
          .as('tries'),
      )
      .leftJoin('accounts', (join) =>
        join.on((row) => row.or(columns.map((column) => row(`accounts.${column}`, '=', text)))),
      )
      .selectAll('accounts')
      .select(['tries.failures', 'tries.locked_until', 'tries.counted'])
      .select((row) =>
        row
          .selectFrom('linked_accounts')
          .select(row.fn.countAll<number>().as('count'))
          .whereRef('linked_accounts.account_id', '=', 'accounts.id')
          .as('connection_count'),
      ),
  )

const looks = {
  email: lookBy('email', 'unverified_email'),
  mobile: lookBy('mobile'),
  username: lookBy('username'),
}

/** What tries by password meet, in SQL. */
export function passwordAttemptRepository(query: Queries): PasswordAttemptRepository {
  return {
    look: async (login, { lock, counter }, now) => {
      const { text } = login
      const column = login.kind === 'username' ? 'username' : login.recipient.channel
      const rows = await looks[column](query, { text, lock, counter, now })
      // An address belongs to who proved it, and else to who gave it.
      const row = rows.find((one) => one[column] === text) ?? rows[0]
      return {
        account: row?.id == null ? undefined : toAccount(row as Tables['accounts']),
        hasLinkedAccounts: (row?.connection_count ?? 0) > 0,
        failures: { failures: row?.failures ?? 0, lockedUntil: row?.locked_until ?? 0 },
        counted: row?.counted ?? 0,
      }
    },
  }
}
