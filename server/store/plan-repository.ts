import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'

/** What somebody picked from the price list. */
export interface PlanChoice {
  readonly plan: string
  readonly billing: 'monthly' | 'yearly'
  /** Three letters, as ISO 4217 has them. */
  readonly currency: string
}

/** The plan of an account and the one it is waiting for. */
export interface HeldPlan {
  readonly accountId: string
  /** Empty for the plan that everybody begins with. */
  readonly plan: string
  readonly until: number | null
  readonly chosen: (PlanChoice & { readonly at: number }) | undefined
}

/** What plans need from a database. */
export interface PlanRepository {
  /** Undefined for an account that neither has nor chose one. */
  find(accountId: string): Promise<HeldPlan | undefined>
  choose(accountId: string, choice: PlanChoice, now: number): Promise<void>
  withdraw(accountId: string): Promise<void>
  /** Sets a plan up; a choice of the same plan is fulfilled by it. */
  give(accountId: string, plan: string, until: number | null): Promise<void>
  /** Who waits, the earliest first. */
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
