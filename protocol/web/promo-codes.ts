import { object } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { seconds, text, wholeNumber, anyText } from '../fields.ts'

const offer = object({
  promo_code: anyText,
  /** Part of the price that is taken off, 1 to 100. */
  percent: wholeNumber,
  /** For how many months. */
  months: wholeNumber,
  /** Until when it can be redeemed; 0 for as long as there are any. */
  until: seconds,
})

export const checkPromoCode = endpoint({
  operation: 'check_promo_code',
  description:
    'Says what a promo code is worth; it stays unused. Capital letters and blanks do not count.',
  methods: ['POST', 'GET'],
  paths: ownAccount('promo_code/check'),
  payload: object({ promo_code: text(64) }),
  reply: offer,
  errors: ['promo_code_invalid', 'too_often'],
})

export const redeemPromoCode = endpoint({
  operation: 'redeem_promo_code',
  description:
    'Gives the person signed in what a promo code is worth. Each person can use a code once; all together as often as it was made for.',
  paths: ownAccount('promo_code/redeem'),
  payload: object({ promo_code: text(64) }),
  session: 'required',
  reply: offer,
  errors: ['promo_code_invalid', 'promo_code_used', 'too_often'],
})
