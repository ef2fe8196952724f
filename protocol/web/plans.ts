import { array, enums, object, optional, pattern, string } from 'superstruct'
import { endpoint } from '../endpoint.ts'
import { ownAccount } from '../families.ts'
import { flag, seconds, wholeNumber, anyText } from '../fields.ts'

const planName = pattern(string(), /^[a-z][a-z0-9-]{0,31}$/)
const billing = enums(['monthly', 'yearly'])
const currency = pattern(string(), /^[A-Z]{3}$/)

const accountPlan = object({
  /** Empty for the default plan. */
  plan: anyText,
  /** End of the plan; 0 if it has none. */
  until: seconds,
  /** Plan that the person chose and the operator has not set up yet. */
  chosen: optional(object({ plan: planName, billing, currency, chosen_at: seconds })),
  early_access: flag,
  /** Redeemed promo codes, newest first. */
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
    'Returns the plan of the account that is signed in, the plan it chose, its early access and its discounts.',
  methods: ['GET', 'POST'],
  paths: ownAccount('account/plan'),
  payload: object({}),
  session: 'required',
  reply: accountPlan,
})

export const choosePlan = endpoint({
  operation: 'choose_plan',
  description:
    'Stores the plan that a person chooses, replacing an earlier choice. Nothing is charged: an operator sets the plan up.',
  paths: ownAccount('account/plan/choose'),
  payload: object({ plan: planName, billing, currency }),
  session: 'required',
  reply: accountPlan,
})

export const withdrawPlanChoice = endpoint({
  operation: 'withdraw_plan_choice',
  description: 'Withdraws the choice made with `choose_plan`; a plan that is set up stays.',
  paths: ownAccount('account/plan/withdraw'),
  payload: object({}),
  session: 'required',
  reply: accountPlan,
})
