import { array, enums, object, optional, pattern, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { flag, seconds, wholeNumber, anyText } from '../fields.ts'

const planName = pattern(string(), /^[a-z][a-z0-9-]{0,31}$/)
const billing = enums(['monthly', 'yearly'])
const currency = pattern(string(), /^[A-Z]{3}$/)

const held = object({
  /** Empty for the plan that everybody begins with. */
  plan: anyText,
  /** Until when it holds; 0 without an end. */
  until: seconds,
  /** What the person chose and the operator has not set up yet. */
  chosen: optional(object({ plan: planName, billing, currency, chosen_at: seconds })),
  /** Whether an invitation to early access was used. */
  early_access: flag,
  /** Promo codes that were redeemed, the latest first. */
  discounts: array(
    object({
      promo_code: anyText,
      percent: wholeNumber,
      months: wholeNumber,
      redeemed_at: seconds,
    }),
  ),
})

export const showPlan = endpoint({
  operation: 'account_plan',
  description:
    'Tells the plan of the person signed in, what they chose on the price list, and what invitations and promo codes gave them.',
  methods: ['GET', 'POST'],
  paths: ownAccount('account/plan'),
  payload: object({}),
  session: 'required',
  reply: held,
})

export const choosePlan = endpoint({
  operation: 'choose_plan',
  description:
    'Notes which plan the person signed in wants; a later choice takes the place of an earlier one. Nothing is charged: an operator sets the plan up.',
  paths: ownAccount('account/plan/choose'),
  payload: object({ plan: planName, billing, currency }),
  session: 'required',
  reply: held,
})

export const withdrawPlanChoice = endpoint({
  operation: 'withdraw_plan_choice',
  description: 'Takes back what was chosen with `choose_plan`; a plan that is set up stays.',
  paths: ownAccount('account/plan/withdraw'),
  payload: object({}),
  session: 'required',
  reply: held,
})
