import type { Queries } from './database.ts'
import type { Tables } from './tables.ts'
import type { HeldPlan, PlanStore } from '../plans/plan-store.ts'

const nothingChosen = { chosen: '', billing: 'monthly', currency: '', chosen_at: null } as const

/** Plans in SQL. */
export function planRows(query: Queries): PlanStore {
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
