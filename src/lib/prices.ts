import type { planNames } from './plan-names.ts'

/** Billing period of a plan. */
export type Billing = 'monthly' | 'yearly'

/** Currencies that prices are given in. */
export const currencies = ['USD', 'JPY'] as const

/** A currency that prices are given in. */
export type Currency = (typeof currencies)[number]

/** A plan of `plans.json`, with its key. */
export interface Plan {
  id: (typeof planNames)[number]
  perSeat: boolean
  prices: Record<Currency, Record<Billing, number>>
}

/** A valid promo code. */
export interface Promo {
  code: string
  percent: number
  months: number
}

/** Billing period and currency chosen by the visitor. */
export interface Choice {
  billing: Billing
  currency: Currency
}

const signs: Record<Currency, string> = { USD: '$', JPY: '¥' }

/** Formats a price such as `$16.50` or `¥3,000`, without `Intl`, whose first call is slow. */
export function formatPrice(amount: number, currency: Currency): string {
  const figures = amount.toFixed(Number.isInteger(amount) ? 0 : 2)
  return signs[currency] + figures.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',')
}

/** Returns a price after a discount, rounded down to whole yen or cents. */
export function discounted(
  amount: number,
  percent: number | undefined,
  currency: Currency,
): number {
  if (percent === undefined) return amount
  const unit = currency === 'JPY' ? 1 : 100
  return Math.floor((amount * unit * (100 - percent)) / 100) / unit
}

/**
 * Reads the choice from a query such as `?billing=yearly&currency=JPY`; defaults to the first
 * currency.
 */
export function choiceIn(search: string, first: Currency): Choice {
  const params = new URLSearchParams(search)
  const currency = params.get('currency')
  return {
    billing: params.get('billing') === 'yearly' ? 'yearly' : 'monthly',
    currency: currencies.find((one) => one === currency) ?? first,
  }
}
