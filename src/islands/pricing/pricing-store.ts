import { atom, type ReadableAtom } from 'nanostores'
import { choiceIn, type Choice, type Currency, type Promo } from '../../lib/prices.ts'

/** State of the promo code in the page's address. */
export type PromoState =
  | { name: 'none' }
  | { name: 'checking' | 'refused' | 'failed'; code: string }
  | { name: 'applied'; promo: Promo }

/** The visitor's choices, mirrored in the address so that it can be shared. */
export interface PricingStore {
  $choice: ReadableAtom<Choice>
  $promo: ReadableAtom<PromoState>
  choose(change: Partial<Choice>): void
  removePromo(): void
  /** Applies the address, or what was chosen on the page before; the build has drawn the defaults. */
  restore(chosen: Choice): Promise<void>
}

/** Creates the store; `checkPromo` returns undefined for an invalid code. */
export function createPricingStore(
  currency: Currency,
  checkPromo?: (code: string) => Promise<Promo | undefined>,
): PricingStore {
  const drawn: Choice = { billing: 'monthly', currency }
  const $choice = atom(drawn)
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
    async restore(chosen) {
      const isDrawn = chosen.billing === drawn.billing && chosen.currency === drawn.currency
      // A press during hydration comes first, after which React shows what was drawn once more.
      if ($choice.get() === drawn) {
        if (isDrawn) $choice.set(choiceIn(location.search, currency))
        else this.choose(chosen)
      }
      const code = new URLSearchParams(location.search).get('promo')?.trim().toUpperCase()
      if (!code || !checkPromo) return
      $promo.set({ name: 'checking', code })
      try {
        const promo = await checkPromo(code)
        $promo.set(promo ? { name: 'applied', promo } : { name: 'refused', code })
      } catch {
        // Shown in the place of the discount.
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
