import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** A plan that somebody chose from the price list. */
export interface PlanChoice {
  readonly plan: string
  readonly billing: 'monthly' | 'yearly'
  /** ISO 4217 code. */
  readonly currency: string
}

/** The plan of an account, and the one it has chosen. */
export interface HeldPlan {
  readonly accountId: string
  /** Empty for the free plan. */
  readonly plan: string
  readonly until: number | null
  readonly chosen: (PlanChoice & { readonly at: number }) | undefined
}

/** Plans of accounts, and choices that the operator has not fulfilled yet. */
export interface PlanRepository {
  /** Returns undefined for an account without plan and choice. */
  find(accountId: string): Promise<HeldPlan | undefined>
  choose(accountId: string, choice: PlanChoice, now: number): Promise<void>
  withdraw(accountId: string): Promise<void>
  /** Sets the plan, which removes a choice of the same plan. */
  give(accountId: string, plan: string, until: number | null): Promise<void>
  /** Returns accounts with a choice, the earliest first. */
  listChosen(limit: number): Promise<HeldPlan[]>
}

const nothingChosen = { chosen: '', billing: 'monthly', currency: '', chosen_at: null } as const

/** Plans in SQL. */
export function planRepository(query: Queries): PlanRepository {
  return {
    find: async (accountId) => {
      const row = await query
        .selectFrom('plans')
        .selectAll()
        .where('account_id', '=', accountId)
        .executeTakeFirst()
      return row && toHeldPlan(row)
    },
    choose: async (accountId, { plan, billing, currency }, now) => {
      const choice = { chosen: plan, billing, currency, chosen_at: now }
      await query
        .insertInto('plans')
        .values({ account_id: accountId, plan: '', until: null, ...choice })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(choice))
        .execute()
    },
    withdraw: async (accountId) => {
      await query
        .updateTable('plans')
        .set(nothingChosen)
        .where('account_id', '=', accountId)
        .where('chosen', '!=', '')
        .execute()
    },
    give: async (accountId, plan, until) => {
      await query
        .insertInto('plans')
        .values({ account_id: accountId, plan, until, ...nothingChosen })
        .onConflict((conflict) =>
          conflict.column('account_id').doUpdateSet((set) => {
            const kept = <Name extends 'chosen' | 'billing' | 'currency' | 'chosen_at'>(
              name: Name,
            ) =>
              set
                .case()
                .when('plans.chosen', '=', plan)
                .then(set.ref(`excluded.${name}`))
                .else(set.ref(`plans.${name}`))
                .end()
            return {
              plan,
              until,
              chosen: kept('chosen'),
              billing: kept('billing'),
              currency: kept('currency'),
              chosen_at: kept('chosen_at'),
            }
          }),
        )
        .execute()
    },
    listChosen: async (limit) => {
      const rows = await query
        .selectFrom('plans')
        .selectAll()
        .where('chosen', '!=', '')
        .orderBy('chosen_at')
        .orderBy('account_id')
        .limit(limit)
        .execute()
      return rows.map(toHeldPlan)
    },
  }
}

function toHeldPlan(row: Tables['plans']): HeldPlan {
  const { chosen, billing, currency, chosen_at: at } = row
  return {
    accountId: row.account_id,
    plan: row.plan,
    until: row.until,
    chosen: at === null ? undefined : { plan: chosen, billing, currency, at },
  }
}
