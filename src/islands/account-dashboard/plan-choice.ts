import plans from '../../content/plans.json'
import { choiceIn, discounted, formatPrice, type Billing, type Currency } from '../../lib/prices.ts'
import type { HeldPlan } from '../../../widget/src/client/calls/plans.ts'
import type { DashboardMessages } from './messages.ts'

/** Key of a plan in `plans.json`. */
export type PlanName = keyof typeof plans

/** The free plan, which every account starts with. */
export const firstPlan = Object.keys(plans)[0] ?? ''

/** A plan chosen on the price list. */
export interface PlanChoice {
  plan: PlanName
  billing: Billing
  currency: Currency
  promo: string
}

/** Reads the choice from the query of the address; undefined without one. */
export function readPlanChoice(search: string, first: Currency): PlanChoice | undefined {
  const params = new URLSearchParams(search)
  const plan = params.get('plan')
  if (!isPlan(plan) || isFree(plan)) return undefined
  return { plan, ...choiceIn(search, first), promo: params.get('promo') ?? '' }
}

/** Returns whether the price list has a plan of this name. */
export function isPlan(name: string | null): name is PlanName {
  return name !== null && Object.hasOwn(plans, name)
}

/** Formats a plan's price with its largest discount; empty for an unknown plan or currency. */
export function priceOf(
  { plan, billing, currency }: { plan: string; billing: Billing; currency: string },
  discounts: readonly Pick<HeldPlan['discounts'][number], 'percent'>[],
  messages: DashboardMessages,
): string {
  if (!isPlan(plan) || !isCurrency(currency)) return ''
  const full = plans[plan].prices[currency][billing]
  const price = discounted(full, Math.max(0, ...discounts.map(({ percent }) => percent)), currency)
  const before = formatPrice(full, currency)
  const paid = messages.plan[billing](
    price === full ? before : messages.plan.reduced(formatPrice(price, currency), before),
  )
  return 'perSeat' in plans[plan] ? messages.plan.perSeat(paid) : paid
}

function isFree(plan: PlanName): boolean {
  return plans[plan].prices.USD.monthly === 0
}

function isCurrency(name: string): name is Currency {
  return Object.hasOwn(plans.pro.prices, name)
}
