import { DAY_MS } from '../lib/clock.ts'
import { readAll, findsAny, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { Recipient } from './recipient.ts'

/** Time for which a browser is trusted after the last sign-in, in milliseconds. */
export const DEVICE_TRUST_MS = 90 * DAY_MS

/** Browsers that passed a sign-in, by account. */
export type TrustedDeviceRepository = ReturnType<typeof trustedDeviceRepository>

/** Trusted devices in SQL. */
export function trustedDeviceRepository(query: Queries) {
  const devices = (accountId: string) =>
    query.selectFrom('trustedDevices').where('accountId', '=', accountId)
  const remove = (accountId: string) =>
    query.deleteFrom('trustedDevices').where('accountId', '=', accountId)
  return {
    /** Returns whether the account signed in from this browser after `since`. */
    isKnown: (accountId: string, webId: string, since: number) =>
      findsAny(
        devices(accountId)
          .select('lastSeenAt')
          .where('webId', '=', webId)
          .where('lastSeenAt', '>', since),
      ),
    /** Returns when this browser last gave a second proof for the account, or 0. */
    secondProvedAt: async (accountId: string, webId: string) => {
      const row = await devices(accountId)
        .select('secondProvedAt')
        .where('webId', '=', webId)
        .executeTakeFirst()
      return row?.secondProvedAt ?? 0
    },
    /** Returns whether the account that has proved an address signed in from this browser after `since`. */
    isKnownTo: ({ channel, address }: Recipient, webId: string, since: number) =>
      findsAny(
        query
          .selectFrom('identifiers')
          .innerJoin('trustedDevices', 'trustedDevices.accountId', 'identifiers.accountId')
          .select('lastSeenAt')
          .where('kind', '=', channel)
          .where('value', '=', address)
          .where('webId', '=', webId)
          .where('lastSeenAt', '>', since),
      ),
    /** Returns the keyed hashes of the browsers of an account. */
    browsersOf: (accountId: string) =>
      readAll(devices(accountId).select('webId'), ({ webId }) => webId),
    /** Records a sign-in from this browser, and returns when it last gave a second proof, or 0. */
    record: async (accountId: string, webId: string, now: number, isSecondProved: boolean) => {
      const proved = isSecondProved ? { secondProvedAt: now } : {}
      const { secondProvedAt } = await query
        .insertInto('trustedDevices')
        .values({
          accountId,
          webId,
          firstSeenAt: now,
          lastSeenAt: now,
          secondProvedAt: 0,
          ...proved,
        })
        .onConflict((conflict) =>
          conflict.columns(['accountId', 'webId']).doUpdateSet({ lastSeenAt: now, ...proved }),
        )
        .returning('secondProvedAt')
        .executeTakeFirstOrThrow()
      return secondProvedAt
    },
    /** Forgets all browsers of an account. */
    forget: (accountId: string) => run(remove(accountId)),
    /** Forgets all browsers of an account but this one. */
    forgetOthers: (accountId: string, webId: string) =>
      run(remove(accountId).where('webId', '!=', webId)),
  }
}
