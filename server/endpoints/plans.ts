import type { Reply } from '#protocol/endpoint.ts'
import type * as endpoints from '#protocol/web/plans.ts'
import { signedIn } from '../calls/call.ts'
import { toSeconds } from '../lib/clock.ts'
import type { AccountPlan } from '../store/plan-repository.ts'
import type { Context, Handlers } from './handler.ts'

/** Handlers of `protocol/web/plans.ts`. */
export const plans = {
  showPlan: (_payload, context) => describePlan(context),

  choosePlan: async (payload, context) => {
    const { accountId } = signedIn(context)
    await context.services.plans.choose(accountId, payload, context.now)
    return describePlan(context)
  },

  withdrawPlanChoice: async (_payload, context) => {
    await context.services.plans.withdraw(signedIn(context).accountId)
    return describePlan(context)
  },
} satisfies Handlers<typeof endpoints>

async function describePlan(context: Context): Promise<Reply<typeof endpoints.showPlan>> {
  const { accountId } = signedIn(context)
  const { earlyAccess, plans: store, promoCodes } = context.services
  const [plan, hasEarlyAccess, promoCodesUsed] = await Promise.all([
    store.find(accountId),
    earlyAccess.hasJoined(context.app.aid, accountId),
    promoCodes.usedBy(accountId),
  ])
  const until = plan?.until ?? null
  const hasEnded = until !== null && until <= context.now
  return {
    plan: hasEnded ? '' : (plan?.plan ?? ''),
    until: until === null || hasEnded ? 0 : toSeconds(until),
    ...(plan?.chosen && { chosen: describeChoice(plan.chosen) }),
    early_access: hasEarlyAccess ? 1 : 0,
    discounts: promoCodesUsed.map(({ code, percent, months, usedAt }) => ({
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
