import { changesAny, insertNew } from './statements.ts'
import type { Queries } from './database.ts'
import type { PromoCode } from './schema/applications.ts'

/** Promo codes and their uses, in SQL. */
export function promoCodeRepository(query: Queries) {
  return {
    /** Returns false when the code exists. */
    insert: (code: PromoCode) => insertNew(query, 'promoCodes', code),
    list: () =>
      query.selectFrom('promoCodes').selectAll().orderBy('createdAt').orderBy('code').execute(),
    /** Returns a code that can be used now. */
    find: (code: string, now: number) =>
      query
        .selectFrom('promoCodes')
        .selectAll()
        .where('code', '=', code)
        .where('usesLeft', '>', 0)
        .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
        .executeTakeFirst(),
    /** Takes one use; returns undefined when none is left or the code has expired. */
    takeUse: (code: string, now: number) =>
      query
        .updateTable('promoCodes')
        .set((set) => ({ usesLeft: set('usesLeft', '-', 1) }))
        .where('code', '=', code)
        .where('usesLeft', '>', 0)
        .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
        .returningAll()
        .executeTakeFirst(),
    /** Records a use; returns false when the person has used the code before. */
    recordUse: (code: string, accountId: string, now: number) =>
      insertNew(query, 'promoUses', { code, accountId, usedAt: now }),
    /** Returns the codes that a person used, the latest first. */
    usedBy: (accountId: string) =>
      query
        .selectFrom('promoUses')
        .innerJoin('promoCodes', 'promoCodes.code', 'promoUses.code')
        .select(['promoUses.code', 'percent', 'months', 'usedAt'])
        .where('accountId', '=', accountId)
        .orderBy('usedAt', 'desc')
        .orderBy('promoUses.code')
        .execute(),
    /** Ends a code; returns false when it is unknown. */
    end: (code: string) =>
      changesAny(query.updateTable('promoCodes').set({ usesLeft: 0 }).where('code', '=', code)),
  }
}
