import type { Reply } from '#protocol/endpoint.ts'
import type * as endpoints from '#protocol/web/plans.ts'
import { toSeconds } from '../lib/clock.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import type { AccountPlan } from '../store/plan-repository.ts'

/** Handlers of `protocol/web/plans.ts`. */
export const plans = {
  showPlan: (_call, context) => describePlan(context),

  choosePlan: async (call, context) => {
    const { accountId } = signedIn(context)
    await context.services.plans.choose(accountId, call, context.now)
    return describePlan(context)
  },

  withdrawPlanChoice: async (_call, context) => {
    await context.services.plans.withdraw(signedIn(context).accountId)
    return describePlan(context)
  },
} satisfies Handlers<typeof endpoints>

async function describePlan(context: Context): Promise<Reply<typeof endpoints.showPlan>> {
  const { accountId } = signedIn(context)
  const { earlyAccess, plans: store, promoCodes } = context.services
  const [held, isEarly, used] = await Promise.all([
    store.find(accountId),
    earlyAccess.hasJoined(context.app.aid, accountId),
    promoCodes.usedBy(accountId),
  ])
  const until = held?.until ?? null
  const hasEnded = until !== null && until <= context.now
  return {
    plan: hasEnded ? '' : (held?.plan ?? ''),
    until: until === null || hasEnded ? 0 : toSeconds(until),
    ...(held?.chosen && { chosen: describeChoice(held.chosen) }),
    early_access: isEarly ? 1 : 0,
    discounts: used.map(({ code, percent, months, usedAt }) => ({
      promo_code: code,
      percent,
      months,
      redeemed_at: toSeconds(usedAt),
    })),
  }
}

function describeChoice({
  at,
  ...choice
}: NonNullable<AccountPlan['chosen']>): NonNullable<Reply<typeof endpoints.showPlan>['chosen']> {
  return { ...choice, chosen_at: toSeconds(at) }
}
