import { CLOCK_SKEW_MS, MINUTE_MS } from '../lib/clock.ts'
import type { Queries } from './database.ts'
import { linkedAccountCount } from './linked-account-repository.ts'
import type { Login } from './recipient.ts'
import { DEVICE_TRUST_MS } from './trusted-device-repository.ts'
import type { Account } from './schema/accounts.ts'
import type { Failures } from './schema/limits.ts'

/** Wrong passwords of a network are counted for so long. */
export const FAILURES_WINDOW_MS = 10 * MINUTE_MS

/** Stored state for an attempt to sign in by password. */
export interface PasswordAttempt {
  account: Account | undefined
  hasLinkedAccounts: boolean
  /** Whether the account was signed in to from this browser. */
  isKnownBrowser: boolean
  /** Wrong passwords for this login: of this browser if it is known, else of unknown browsers. */
  failures: Failures
  /** Count of the caller's network. */
  networkFailures: number
}

/** Keys of the counts that concern an attempt. */
export interface AttemptKeys {
  strangers: string
  browser: string
  network: string
}

/** Reads what an attempt to sign in by password needs. */
export type PasswordAttemptRepository = ReturnType<typeof passwordAttemptRepository>

export function passwordAttemptRepository(query: Queries) {
  return {
    /** Takes one statement, the same whether or not there is an account. */
    find: async (
      login: Login,
      browser: string,
      keys: AttemptKeys,
      now: number,
    ): Promise<PasswordAttempt> => {
      const { text } = login
      const kind = login.kind === 'username' ? 'username' : login.recipient.channel
      // The counts come first and the account, if any, beside them: always at least one row.
      const rows = await query
        .selectFrom(
          query
            .selectNoFrom((none) => {
              const limit = (key: string) => none.selectFrom('attemptLimits').where('key', '=', key)
              return [
                limit(keys.strangers).select('failures').as('failures'),
                limit(keys.strangers).select('lockedUntil').as('lockedUntil'),
                limit(keys.browser).select('failures').as('browserFailures'),
                limit(keys.browser).select('lockedUntil').as('browserLockedUntil'),
                none
                  .selectFrom('rateLimits')
                  .select('count')
                  .where('key', '=', keys.network)
                  .where('expiresAt', '>', now)
                  .where('expiresAt', '<=', now + FAILURES_WINDOW_MS + CLOCK_SKEW_MS)
                  .as('networkFailures'),
              ]
            })
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
        .selectAll('limits')
        .select(linkedAccountCount)
        .select((row) =>
          row
            .selectFrom('trustedDevices')
            .select('lastSeenAt')
            .whereRef('trustedDevices.accountId', '=', 'accounts.id')
            .where('trustedDevices.webId', '=', browser)
            .where('trustedDevices.lastSeenAt', '>', now - DEVICE_TRUST_MS)
            .as('browserSeenAt'),
        )
        .execute()
      // A proved address goes before the same address unverified.
      const row = rows.find((one) => one[kind] === text) ?? rows[0]
      const isKnownBrowser = row?.browserSeenAt != null
      return {
        account: row?.id == null ? undefined : (row as Account),
        hasLinkedAccounts: (row?.linkedAccountCount ?? 0) > 0,
        isKnownBrowser,
        failures: isKnownBrowser
          ? { failures: row?.browserFailures ?? 0, lockedUntil: row?.browserLockedUntil ?? 0 }
          : { failures: row?.failures ?? 0, lockedUntil: row?.lockedUntil ?? 0 },
        networkFailures: row?.networkFailures ?? 0,
      }
    },
  }
}
