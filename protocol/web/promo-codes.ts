import { object } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { seconds, text, wholeNumber, anyText } from '../fields.ts'

const discount = object({
  promo_code: anyText,
  /** Reduction of the price in percent, 1 to 100. */
  percent: wholeNumber,
  /** Duration in months. */
  months: wholeNumber,
  /** End of redemption; 0 if it has none. */
  until: seconds,
})

export const checkPromoCode = endpoint({
  operation: 'check_promo_code',
  description:
    'Returns the discount of a promo code without redeeming it. Case and spaces are ignored.',
  methods: ['POST', 'GET'],
  paths: ownAccount('promo_code/check'),
  payload: object({ promo_code: text(64) }),
  reply: discount,
  errors: ['promo_code_invalid', 'too_often'],
})

export const redeemPromoCode = endpoint({
  operation: 'redeem_promo_code',
  description:
    'Grants the discount of a promo code to the account that is signed in, once per account and up to the limit of the code.',
  paths: ownAccount('promo_code/redeem'),
  payload: object({ promo_code: text(64) }),
  session: 'required',
  reply: discount,
  errors: ['promo_code_invalid', 'promo_code_used', 'too_often'],
})
