import type { planNames } from './plan-names.ts'

/** How often a plan is paid. */
export type Billing = 'monthly' | 'yearly'

/** Currencies that prices are given in. */
export const currencies = ['USD', 'JPY'] as const

/** A currency that prices are given in. */
export type Currency = (typeof currencies)[number]

/** A plan as `plans.json` gives it, with its key. */
export interface Plan {
  id: (typeof planNames)[number]
  perSeat: boolean
  prices: Record<Currency, Record<Billing, number>>
}

/** A promo code that holds. */
export interface Promo {
  code: string
  percent: number
  months: number
}

/** What the visitor has chosen to see. */
export interface Choice {
  billing: Billing
  currency: Currency
}

const signs: Record<Currency, string> = { USD: '$', JPY: '¥' }

/**
 * A price as both languages write it, such as `$16.50` and `¥3,000`: cents only where there are
 * some. Without `Intl`, whose first call takes longer than React needs for the rest of the page.
 */
export function formatPrice(amount: number, currency: Currency): string {
  const figures = amount.toFixed(Number.isInteger(amount) ? 0 : 2)
  return signs[currency] + figures.replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, ',')
}

/** What a discount, where there is one, leaves of a price: rounded down to whole yen or cents. */
export function discounted(
  amount: number,
  percent: number | undefined,
  currency: Currency,
): number {
  if (percent === undefined) return amount
  const unit = currency === 'JPY' ? 1 : 100
  return Math.floor((amount * unit * (100 - percent)) / 100) / unit
}

/** Reads a choice out of the address of the page, such as `?billing=yearly&currency=JPY`; without a currency, the first. */
export function choiceIn(search: string, first: Currency): Choice {
  const params = new URLSearchParams(search)
  const currency = params.get('currency')
  return {
    billing: params.get('billing') === 'yearly' ? 'yearly' : 'monthly',
    currency: currencies.find((one) => one === currency) ?? first,
  }
}
