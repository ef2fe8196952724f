import type { Reply } from '#protocol/endpoint.ts'
import type * as endpoints from '#protocol/web/promo-codes.ts'
import { signedIn } from '../calls/call.ts'
import { HOUR_MS, toSeconds } from '../lib/clock.ts'
import { normalizePromoCode } from '../lib/normalize-promo-code.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { Context, Handlers } from './handler.ts'
import type { PromoCode } from '../store/schema/applications.ts'

/** Codes are short words, so guessing must be slow. */
const ATTEMPTS_PER_HOUR = 30

/** Handlers of `protocol/web/promo-codes.ts`. */
export const promoCodes = {
  checkPromoCode: async (payload, context) => {
    await countAttempt(context)
    const code = normalizePromoCode(payload.promo_code)
    const promoCode = await context.services.promoCodes.find(code, context.now)
    if (promoCode === undefined) throw new PassportError('promo_code_invalid')
    return toDiscount(promoCode)
  },

  redeemPromoCode: async (payload, context) => {
    const { account } = signedIn(context)
    await countAttempt(context)
    const code = normalizePromoCode(payload.promo_code)
    const redeemed = await context.services.transaction(async (tx) => {
      const promoCode = await tx.promoCodes.takeUse(code, context.now)
      if (promoCode === undefined) throw new PassportError('promo_code_invalid')
      // Rolling back returns the use.
      if (!(await tx.promoCodes.recordUse(code, account.id, context.now))) {
        throw new PassportError('promo_code_used')
      }
      return promoCode
    })
    return toDiscount(redeemed)
  },
} satisfies Handlers<typeof endpoints>

async function countAttempt({ services: { rateLimits }, caller }: Context): Promise<void> {
  await rateLimits.spend([
    { key: `promo ${caller.prefix}`, max: ATTEMPTS_PER_HOUR, windowMs: HOUR_MS },
  ])
}

function toDiscount(promo: PromoCode): Reply<typeof endpoints.checkPromoCode> {
  return {
    promo_code: promo.code,
    percent: promo.percent,
    months: promo.months,
    until: promo.until === null ? 0 : toSeconds(promo.until),
  }
}
