import { readAll, readFirst, run } from './statements.ts'
import type { Queries } from './database.ts'
import type { StoredPlan } from './schema/applications.ts'

/** A choice from the price list. */
export interface PlanChoice {
  readonly plan: string
  readonly billing: 'monthly' | 'yearly'
  /** ISO 4217 code. */
  readonly currency: string
}

/** The plan of an account, and the one it has chosen. */
export interface AccountPlan {
  readonly accountId: string
  /** Empty for the free plan. */
  readonly plan: string
  readonly until: number | null
  readonly chosen: (PlanChoice & { readonly at: number }) | undefined
}

const nothingChosen = { chosen: '', billing: 'monthly', currency: '', chosenAt: null } as const

/** Plans of accounts, and choices that the operator has not fulfilled yet, in SQL. */
export function planRepository(query: Queries) {
  const dropChoice = (accountId: string) =>
    query.updateTable('plans').set(nothingChosen).where('accountId', '=', accountId)
  return {
    /** Returns undefined for an account without plan and choice. */
    find: (accountId: string) =>
      readFirst(
        query.selectFrom('plans').selectAll().where('accountId', '=', accountId),
        toAccountPlan,
      ),
    choose: async (accountId: string, { plan, billing, currency }: PlanChoice, now: number) => {
      const choice = { chosen: plan, billing, currency, chosenAt: now }
      await query
        .insertInto('plans')
        .values({ accountId, plan: '', until: null, ...choice })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(choice))
        .execute()
    },
    withdraw: (accountId: string) => run(dropChoice(accountId).where('chosen', '!=', '')),
    /** Needs a transaction. Sets the plan and removes a choice of the same plan. */
    give: async (accountId: string, plan: string, until: number | null) => {
      await query
        .insertInto('plans')
        .values({ accountId, plan, until, ...nothingChosen })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ plan, until }))
        .execute()
      await run(dropChoice(accountId).where('chosen', '=', plan))
    },
    /** Returns accounts with a choice, the earliest first. */
    listChosen: (limit: number) =>
      readAll(
        query
          .selectFrom('plans')
          .selectAll()
          .where('chosen', '!=', '')
          .orderBy('chosenAt')
          .orderBy('accountId')
          .limit(limit),
        toAccountPlan,
      ),
  }
}

function toAccountPlan({ accountId, plan, until, chosenAt, ...row }: StoredPlan): AccountPlan {
  const { chosen, billing, currency } = row
  return {
    accountId,
    plan,
    until,
    chosen: chosenAt === null ? undefined : { plan: chosen, billing, currency, at: chosenAt },
  }
}
