import * as endpoints from '#protocol/web/promo-codes.ts'
import type { Send } from './send.ts'

/** Returns the discount of a promo code, and the code as it is written. */
export async function checkPromoCode(send: Send, typed: string) {
  const { promo_code: code, ...discount } = await send(endpoints.checkPromoCode, {
    promo_code: typed,
  })
  return { code, ...discount }
}

export async function redeemPromoCode(send: Send, code: string): Promise<void> {
  await send(endpoints.redeemPromoCode, { promo_code: code })
}
