import { expect, test } from 'vitest'
import { languages } from '../../src/lib/languages.ts'
import { currencies, discounted, formatPrice } from '../../src/lib/prices.ts'

const amounts = [0, 3, 16.5, 19.99, 200, 999, 1000, 1234.5, 30_000, 1_234_567]

test.each(currencies)('writes prices in %s as Intl does in every language', (currency) => {
  for (const lang of languages) {
    for (const amount of amounts) {
      const minimumFractionDigits = Number.isInteger(amount) ? 0 : 2
      const peer = new Intl.NumberFormat(lang, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits,
      })
      // The wide sign of Japanese would leave a gap before the figures.
      expect(formatPrice(amount, currency)).toBe(peer.format(amount).replace('￥', '¥'))
    }
  }
})

test.each([
  [20, 'USD', 16],
  [19.99, 'USD', 15.99],
  [2999, 'JPY', 2399],
] as const)('discounts %d %s by 20%, rounded down', (amount, currency, left) => {
  expect(discounted(amount, 20, currency)).toBe(left)
})
