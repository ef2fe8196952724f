import type { Queries } from './database.ts'

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

/** A row of `plans`; `chosen` is empty and `chosenAt` null while nothing is chosen. */
export interface StoredPlan {
  accountId: string
  plan: string
  until: number | null
  chosen: string
  billing: 'monthly' | 'yearly'
  currency: string
  chosenAt: number | null
}

/** Plans of accounts, and choices that the operator has not fulfilled yet. */
export interface PlanRepository {
  /** Returns undefined for an account without plan and choice. */
  find(accountId: string): Promise<AccountPlan | undefined>
  choose(accountId: string, choice: PlanChoice, now: number): Promise<void>
  withdraw(accountId: string): Promise<void>
  /** Needs a transaction. Sets the plan and removes a choice of the same plan. */
  give(accountId: string, plan: string, until: number | null): Promise<void>
  /** Returns accounts with a choice, the earliest first. */
  listChosen(limit: number): Promise<AccountPlan[]>
}

const nothingChosen = { chosen: '', billing: 'monthly', currency: '', chosenAt: null } as const

/** Plans in SQL. */
export function planRepository(query: Queries): PlanRepository {
  return {
    find: async (accountId) => {
      const row = await query
        .selectFrom('plans')
        .selectAll()
        .where('accountId', '=', accountId)
        .executeTakeFirst()
      return row && toAccountPlan(row)
    },
    choose: async (accountId, { plan, billing, currency }, now) => {
      const choice = { chosen: plan, billing, currency, chosenAt: now }
      await query
        .insertInto('plans')
        .values({ accountId, plan: '', until: null, ...choice })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(choice))
        .execute()
    },
    withdraw: async (accountId) => {
      await query
        .updateTable('plans')
        .set(nothingChosen)
        .where('accountId', '=', accountId)
        .where('chosen', '!=', '')
        .execute()
    },
    give: async (accountId, plan, until) => {
      await query
        .insertInto('plans')
        .values({ accountId, plan, until, ...nothingChosen })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet({ plan, until }))
        .execute()
      await query
        .updateTable('plans')
        .set(nothingChosen)
        .where('accountId', '=', accountId)
        .where('chosen', '=', plan)
        .execute()
    },
    listChosen: async (limit) => {
      const rows = await query
        .selectFrom('plans')
        .selectAll()
        .where('chosen', '!=', '')
        .orderBy('chosenAt')
        .orderBy('accountId')
        .limit(limit)
        .execute()
      return rows.map(toAccountPlan)
    },
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
