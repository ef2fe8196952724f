import type { Reply } from '#protocol/endpoint.ts'
import type * as endpoints from '#protocol/web/promo-codes.ts'
import { HOUR_MS, toSeconds } from '../lib/clock.ts'
import { signedIn } from '../calls/call.ts'
import type { Context, Handlers } from './handler.ts'
import { PassportError } from '../lib/passport-error.ts'
import type { PromoCode } from '../store/promo-code-repository.ts'

/** Codes are words that people remember, so guessing them has to be slow. */
const TRIES_PER_HOUR = 30

/** Handlers of `protocol/web/promo-codes.ts`. */
export const promoCodes = {
  checkPromoCode: async (call, context) => {
    await spendTry(context)
    const found = await context.services.promoCodes.find(toPromoCode(call.promo_code), context.now)
    if (found === undefined) throw new PassportError('promo_code_invalid')
    return toOffer(found)
  },

  redeemPromoCode: async (call, context) => {
    const { account } = signedIn(context)
    await spendTry(context)
    const code = toPromoCode(call.promo_code)
    const taken = await context.services.transaction(async (tx) => {
      const one = await tx.promoCodes.takeUse(code, context.now)
      if (one === undefined) throw new PassportError('promo_code_invalid')
      // Gives the use back by taking the whole transaction back.
      if (!(await tx.promoCodes.recordUse(code, account.id, context.now))) {
        throw new PassportError('promo_code_used')
      }
      return one
    })
    return toOffer(taken)
  },
} satisfies Handlers<typeof endpoints>

/** A promo code as it is stored: people may type it with small letters and blanks. */
export function toPromoCode(typed: string): string {
  return typed.normalize('NFKC').toUpperCase().replaceAll(/\s/g, '')
}

async function spendTry({ services: { rateLimits }, caller }: Context): Promise<void> {
  await rateLimits.spend([
    { key: `promo ${caller.prefix}`, max: TRIES_PER_HOUR, windowMs: HOUR_MS },
  ])
}

function toOffer(promo: PromoCode): Reply<typeof endpoints.checkPromoCode> {
  return {
    promo_code: promo.code,
    percent: promo.percent,
    months: promo.months,
    until: promo.until === null ? 0 : toSeconds(promo.until),
  }
}
