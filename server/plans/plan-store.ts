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
export interface PlanStore {
  /** Undefined for an account that neither has nor chose one. */
  find(accountId: string): Promise<HeldPlan | undefined>
  choose(accountId: string, choice: PlanChoice, now: number): Promise<void>
  withdraw(accountId: string): Promise<void>
  /** Sets a plan up; a choice of the same plan is fulfilled by it. */
  give(accountId: string, plan: string, until: number | null): Promise<void>
  /** Who waits, the earliest first. */
  listChosen(limit: number): Promise<HeldPlan[]>
}
