import { DAY_MS } from '../lib/clock.ts'
import type { Queries } from './database.ts'
import type { Recipient } from './recipient.ts'

/** Time for which a browser is trusted after the last sign-in, in milliseconds. */
export const DEVICE_TRUST_MS = 90 * DAY_MS

/** Browsers that passed a sign-in, by account. */
export interface TrustedDeviceRepository {
  /** Returns whether the account signed in from this browser after `since`. */
  isKnown(accountId: string, webId: string, since: number): Promise<boolean>
  /** Returns when this browser last gave a second proof for the account, or 0. */
  secondProvedAt(accountId: string, webId: string): Promise<number>
  /** Returns whether the account that has proved an address signed in from this browser after `since`. */
  isKnownTo(recipient: Recipient, webId: string, since: number): Promise<boolean>
  /** Records a sign-in from this browser, and returns when it last gave a second proof, or 0. */
  record(accountId: string, webId: string, now: number, isSecondProved: boolean): Promise<number>
  /** Forgets all browsers of an account. */
  forget(accountId: string): Promise<void>
  /** Forgets all browsers of an account but this one. */
  forgetOthers(accountId: string, webId: string): Promise<void>
}

/** Trusted devices in SQL. */
export function trustedDeviceRepository(query: Queries): TrustedDeviceRepository {
  return {
    isKnown: async (accountId, webId, since) => {
      const row = await query
        .selectFrom('trustedDevices')
        .select('lastSeenAt')
        .where('accountId', '=', accountId)
        .where('webId', '=', webId)
        .where('lastSeenAt', '>', since)
        .executeTakeFirst()
      return row !== undefined
    },
    secondProvedAt: async (accountId, webId) => {
      const row = await query
        .selectFrom('trustedDevices')
        .select('secondProvedAt')
        .where('accountId', '=', accountId)
        .where('webId', '=', webId)
        .executeTakeFirst()
      return row?.secondProvedAt ?? 0
    },
    isKnownTo: async ({ channel, address }, webId, since) => {
      const row = await query
        .selectFrom('identifiers')
        .innerJoin('trustedDevices', 'trustedDevices.accountId', 'identifiers.accountId')
        .select('lastSeenAt')
        .where('kind', '=', channel)
        .where('value', '=', address)
        .where('webId', '=', webId)
        .where('lastSeenAt', '>', since)
        .executeTakeFirst()
      return row !== undefined
    },
    record: async (accountId, webId, now, isSecondProved) => {
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
    forget: async (accountId) => {
      await query.deleteFrom('trustedDevices').where('accountId', '=', accountId).execute()
    },
    forgetOthers: async (accountId, webId) => {
      await query
        .deleteFrom('trustedDevices')
        .where('accountId', '=', accountId)
        .where('webId', '!=', webId)
        .execute()
    },
  }
}
