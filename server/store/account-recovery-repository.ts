import { DAY_MS } from '../lib/clock.ts'
import { changesAny } from './statements.ts'
import type { Queries } from './database.ts'
import type { Recipient } from './recipient.ts'
import type { AccountRecovery } from './schema/proofs.ts'

/** How long a recovery that is ready waits for its owner. */
export const RECOVERY_KEPT_MS = 7 * DAY_MS

/**
 * Account recoveries in SQL; one that is ready for a week, or done, is as if there were none. Each change is
 * one conditional statement.
 */
export function accountRecoveryRepository(query: Queries) {
  const waiting = (now: number) =>
    query
      .selectFrom('accountRecoveries')
      .selectAll()
      .where('restrictedUntil', '=', 0)
      .where('readyAt', '>', now - RECOVERY_KEPT_MS)
  const changed = query.updateTable('accountRecoveries').where('restrictedUntil', '=', 0)
  return {
    /** Starts a recovery; returns false where one is under way, or its account is still restricted. */
    start: ({ accountId, ...begun }: AccountRecovery) =>
      changesAny(
        query
          .insertInto('accountRecoveries')
          .values({ accountId, ...begun })
          .onConflict((conflict) =>
            conflict
              .column('accountId')
              .doUpdateSet(begun)
              .where((where) =>
                where.or([
                  where.and([
                    where('accountRecoveries.restrictedUntil', '>', 0),
                    where('accountRecoveries.restrictedUntil', '<=', begun.startedAt),
                  ]),
                  where('accountRecoveries.readyAt', '<=', begun.startedAt - RECOVERY_KEPT_MS),
                ]),
              ),
          ),
      ),
    /** Returns the recovery of an account that is under way. */
    find: (accountId: string, now: number) =>
      waiting(now).where('accountId', '=', accountId).executeTakeFirst(),
    /** Returns until when a recovered account is restricted; 0 for none. */
    restrictedUntil: async (accountId: string): Promise<number> => {
      const row = await query
        .selectFrom('accountRecoveries')
        .select('restrictedUntil')
        .where('accountId', '=', accountId)
        .executeTakeFirst()
      return row?.restrictedUntil ?? 0
    },
    /** Ends a recovery before it is done; returns false where there was none. */
    cancel: (accountId: string) =>
      changesAny(
        query
          .deleteFrom('accountRecoveries')
          .where('accountId', '=', accountId)
          .where('restrictedUntil', '=', 0),
      ),
    /** Finishes a recovery that is ready, by its key and address; of many callers one wins. */
    finish: (
      accountId: string,
      { keyHash, channel, address }: Recipient & { keyHash: string },
      { now, restrictedUntil }: { now: number; restrictedUntil: number },
    ) =>
      changesAny(
        changed
          .set({ restrictedUntil })
          .where('accountId', '=', accountId)
          .where('keyHash', '=', keyHash)
          .where('channel', '=', channel)
          .where('address', '=', address)
          .where('readyAt', '<=', now)
          .where('readyAt', '>', now - RECOVERY_KEPT_MS),
      ),
    /** Returns recoveries whose owners have to be told half-way, or that they are ready. */
    untold: (now: number, most: number) =>
      waiting(now)
        .where((where) =>
          where.or([
            where.and([where('readyAt', '<=', now), where('toldAt', '<', where.ref('readyAt'))]),
            where.and([
              where(where('startedAt', '+', where.ref('readyAt')), '<=', where.lit(2 * now)),
              where('toldAt', '=', where.ref('startedAt')),
            ]),
          ]),
        )
        .limit(most)
        .execute(),
    /** Records that an owner is told; of many instances one wins. */
    tell: (accountId: string, toldAt: number, now: number) =>
      changesAny(
        changed
          .set({ toldAt: now })
          .where('accountId', '=', accountId)
          .where('toldAt', '=', toldAt),
      ),
  }
}
