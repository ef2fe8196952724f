import { DAY_MS } from '../lib/clock.ts'
import type { Queries } from './database.ts'

/** How long a browser is trusted after the last sign-in, in milliseconds. */
export const DEVICE_TRUST_MS = 90 * DAY_MS

/** Browsers that passed a sign-in, by account. */
export interface TrustedDeviceRepository {
  /** Returns whether the account signed in from this browser after `since`. */
  isKnown(accountId: string, webId: string, since: number): Promise<boolean>
  /** Records a sign-in. */
  see(accountId: string, webId: string, now: number): Promise<void>
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
        .selectFrom('trusted_devices')
        .select('last_seen_at')
        .where('account_id', '=', accountId)
        .where('web_id', '=', webId)
        .where('last_seen_at', '>', since)
        .executeTakeFirst()
      return row !== undefined
    },
    see: async (accountId, webId, now) => {
      await query
        .insertInto('trusted_devices')
        .values({ account_id: accountId, web_id: webId, first_seen_at: now, last_seen_at: now })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'web_id']).doUpdateSet({ last_seen_at: now }),
        )
        .execute()
    },
    forget: async (accountId) => {
      await query.deleteFrom('trusted_devices').where('account_id', '=', accountId).execute()
    },
    forgetOthers: async (accountId, webId) => {
      await query
        .deleteFrom('trusted_devices')
        .where('account_id', '=', accountId)
        .where('web_id', '!=', webId)
        .execute()
    },
  }
}
