import { changesAny } from './changes.ts'
import type { Queries } from './database.ts'

/** A code that gives a discount. */
export interface PromoCode {
  /** In capital letters. */
  readonly code: string
  readonly percent: number
  readonly months: number
  /** Number of people who may still use it. */
  readonly usesLeft: number
  /** Null when it does not expire. */
  readonly until: number | null
  readonly createdAt: number
}

/** A use of a code. */
export interface UsedPromoCode {
  readonly code: string
  readonly percent: number
  readonly months: number
  readonly usedAt: number
}

/** Promo codes and their uses. */
export interface PromoCodeRepository {
  /** Returns false when the code exists. */
  insert(code: PromoCode): Promise<boolean>
  list(): Promise<PromoCode[]>
  /** Returns a code that can be used now. */
  find(code: string, now: number): Promise<PromoCode | undefined>
  /** Takes one use; returns undefined when none is left or the code has expired. */
  takeUse(code: string, now: number): Promise<PromoCode | undefined>
  /** Records a use; returns false when the person has used the code before. */
  recordUse(code: string, accountId: string, now: number): Promise<boolean>
  /** Returns the codes that a person used, the latest first. */
  usedBy(accountId: string): Promise<UsedPromoCode[]>
  /** Ends a code; returns false when it is unknown. */
  end(code: string): Promise<boolean>
}

/** Promo codes in SQL. */
export function promoCodeRepository(query: Queries): PromoCodeRepository {
  return {
    insert: (code) =>
      changesAny(
        query
          .insertInto('promoCodes')
          .values(code)
          .onConflict((conflict) => conflict.doNothing()),
      ),
    list: () =>
      query.selectFrom('promoCodes').selectAll().orderBy('createdAt').orderBy('code').execute(),
    find: (code, now) =>
      query
        .selectFrom('promoCodes')
        .selectAll()
        .where('code', '=', code)
        .where('usesLeft', '>', 0)
        .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
        .executeTakeFirst(),
    takeUse: (code, now) =>
      query
        .updateTable('promoCodes')
        .set((set) => ({ usesLeft: set('usesLeft', '-', 1) }))
        .where('code', '=', code)
        .where('usesLeft', '>', 0)
        .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
        .returningAll()
        .executeTakeFirst(),
    recordUse: (code, accountId, now) =>
      changesAny(
        query
          .insertInto('promoUses')
          .values({ code, accountId, usedAt: now })
          .onConflict((conflict) => conflict.doNothing()),
      ),
    usedBy: (accountId) =>
      query
        .selectFrom('promoUses')
        .innerJoin('promoCodes', 'promoCodes.code', 'promoUses.code')
        .select(['promoUses.code', 'percent', 'months', 'usedAt'])
        .where('accountId', '=', accountId)
        .orderBy('usedAt', 'desc')
        .orderBy('promoUses.code')
        .execute(),
    end: (code) =>
      changesAny(query.updateTable('promoCodes').set({ usesLeft: 0 }).where('code', '=', code)),
  }
}
