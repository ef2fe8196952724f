import type { Call, Reply } from '#protocol/endpoint.ts'
import * as endpoints from '#protocol/web/plans.ts'
import type { Send } from './send.ts'

/** The plan of the account. */
export type HeldPlan = ReturnType<typeof toPlan>

function toPlan(wire: Reply<typeof endpoints.showPlan>) {
  const { chosen } = wire
  return {
    /** Empty for the default plan. */
    plan: wire.plan,
    /** End of the plan; 0 if it has none. */
    until: wire.until,
    /** Plan that the person chose and the operator has not set up yet. */
    chosen: chosen && { ...chosen, chosenAt: chosen.chosen_at },
    hasEarlyAccess: wire.early_access === 1,
    /** Redeemed promo codes, newest first. */
    discounts: wire.discounts.map(({ promo_code: code, percent, months, redeemed_at: at }) => ({
      code,
      percent,
      months,
      redeemedAt: at,
    })),
  }
}

export async function showPlan(send: Send) {
  return toPlan(await send(endpoints.showPlan, {}))
}

export async function choosePlan(send: Send, choice: Call<typeof endpoints.choosePlan>) {
  return toPlan(await send(endpoints.choosePlan, choice))
}

export async function withdrawPlanChoice(send: Send) {
  return toPlan(await send(endpoints.withdrawPlanChoice, {}))
}
