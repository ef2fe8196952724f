import { atom, type ReadableAtom } from 'nanostores'
import { choiceIn, type Choice, type Currency, type Promo } from '../../lib/prices.ts'

/** How the promo code of the page's address stands. */
export type PromoState =
  | { name: 'none' }
  | { name: 'checking' | 'refused' | 'failed'; code: string }
  | { name: 'applied'; promo: Promo }

/** What the prices follow; kept in the address, so that it can be shared and comes back. */
export interface PricingStore {
  $choice: ReadableAtom<Choice>
  $promo: ReadableAtom<PromoState>
  choose(change: Partial<Choice>): void
  removePromo(): void
  /** Takes up what the address says; the server has drawn what everybody sees first. */
  restore(): Promise<void>
}

/** Creates the store of one page, with the currency to show first; `checkPromo` answers undefined for a code that does not hold. */
export function createPricingStore(
  currency: Currency,
  checkPromo?: (code: string) => Promise<Promo | undefined>,
): PricingStore {
  const $choice = atom<Choice>({ billing: 'monthly', currency })
  const $promo = atom<PromoState>({ name: 'none' })

  return {
    $choice,
    $promo,
    choose(change) {
      $choice.set({ ...$choice.get(), ...change })
      replaceParams({ ...$choice.get() })
    },
    removePromo() {
      $promo.set({ name: 'none' })
      replaceParams({ promo: undefined })
    },
    async restore() {
      $choice.set(choiceIn(location.search, currency))
      const code = new URLSearchParams(location.search).get('promo')?.trim().toUpperCase()
      if (!code || !checkPromo) return
      $promo.set({ name: 'checking', code })
      try {
        const promo = await checkPromo(code)
        $promo.set(promo ? { name: 'applied', promo } : { name: 'refused', code })
      } catch {
        // Said where the code would be said to hold.
        $promo.set({ name: 'failed', code })
      }
    },
  }
}

function replaceParams(params: Record<string, string | undefined>): void {
  const address = new URL(location.href)
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined) address.searchParams.delete(name)
    else address.searchParams.set(name, value)
  }
  history.replaceState(history.state, '', address)
}
