import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** A code that gives a discount. */
export interface PromoCode {
  /** In capital letters. */
  readonly code: string
  readonly percent: number
  readonly months: number
  /** How many people may still use it. */
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
  take(code: string, now: number): Promise<PromoCode | undefined>
  /** Records a use; returns false when the person has used the code before. */
  note(code: string, accountId: string, now: number): Promise<boolean>
  /** Returns the codes that a person used, the latest first. */
  usedBy(accountId: string): Promise<UsedPromoCode[]>
  /** Ends a code; returns false when it is unknown. */
  end(code: string): Promise<boolean>
}

/** Promo codes in SQL. */
export function promoCodeRepository(query: Queries): PromoCodeRepository {
  return {
    insert: async ({ code, percent, months, usesLeft, until, createdAt }) => {
      const inserted = await query
        .insertInto('promo_codes')
        .values({ code, percent, months, uses_left: usesLeft, until, created_at: createdAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('code')
        .executeTakeFirst()
      return inserted !== undefined
    },
    list: async () => {
      const rows = await query
        .selectFrom('promo_codes')
        .selectAll()
        .orderBy('created_at')
        .orderBy('code')
        .execute()
      return rows.map(toPromoCode)
    },
    find: async (code, now) => {
      const row = await query
        .selectFrom('promo_codes')
        .selectAll()
        .where('code', '=', code)
        .where('uses_left', '>', 0)
        .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
        .executeTakeFirst()
      return row && toPromoCode(row)
    },
    take: async (code, now) => {
      const row = await query
        .updateTable('promo_codes')
        .set((set) => ({ uses_left: set('uses_left', '-', 1) }))
        .where('code', '=', code)
        .where('uses_left', '>', 0)
        .where((is) => is.or([is('until', 'is', null), is('until', '>', now)]))
        .returningAll()
        .executeTakeFirst()
      return row && toPromoCode(row)
    },
    note: async (code, accountId, now) => {
      const noted = await query
        .insertInto('promo_uses')
        .values({ code, account_id: accountId, used_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .returning('code')
        .executeTakeFirst()
      return noted !== undefined
    },
    usedBy: async (accountId) => {
      const rows = await query
        .selectFrom('promo_uses')
        .innerJoin('promo_codes', 'promo_codes.code', 'promo_uses.code')
        .select(['promo_uses.code', 'percent', 'months', 'used_at'])
        .where('account_id', '=', accountId)
        .orderBy('used_at', 'desc')
        .orderBy('promo_uses.code')
        .execute()
      return rows.map(({ used_at: usedAt, ...used }) => ({ ...used, usedAt }))
    },
    end: async (code) => {
      const ended = await query
        .updateTable('promo_codes')
        .set({ uses_left: 0 })
        .where('code', '=', code)
        .returning('code')
        .executeTakeFirst()
      return ended !== undefined
    },
  }
}

function toPromoCode(row: Tables['promo_codes']): PromoCode {
  return {
    code: row.code,
    percent: row.percent,
    months: row.months,
    usesLeft: row.uses_left,
    until: row.until,
    createdAt: row.created_at,
  }
}
