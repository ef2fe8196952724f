import { DAY_MS } from '../lib/clock.ts'
import type { Queries } from './database.ts'
import type { Recipient } from './recipient.ts'

/** How long a browser is trusted after the last sign-in, in milliseconds. */
export const DEVICE_TRUST_MS = 90 * DAY_MS

/** Browsers that passed a sign-in, by account. */
export interface TrustedDeviceRepository {
  /** Returns whether the account signed in from this browser after `since`. */
  isKnown(accountId: string, webId: string, since: number): Promise<boolean>
  /** Returns whether the account that has proved an address signed in from this browser after `since`. */
  isKnownTo(recipient: Recipient, webId: string, since: number): Promise<boolean>
  /** Records a sign-in from this browser. */
  record(accountId: string, webId: string, now: number): Promise<void>
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
    record: async (accountId, webId, now) => {
      await query
        .insertInto('trustedDevices')
        .values({ accountId, webId, firstSeenAt: now, lastSeenAt: now })
        .onConflict((conflict) =>
          conflict.columns(['accountId', 'webId']).doUpdateSet({ lastSeenAt: now }),
        )
        .execute()
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
