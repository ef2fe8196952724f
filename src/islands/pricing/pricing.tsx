import { useStore } from '@nanostores/react'
import { useEffect, useRef, type ReactNode } from 'react'
import { pathIn, type Lang } from '../../lib/languages.ts'
import type { Messages } from '../../messages/messages.ts'
import { PlanCard } from './plan-card.tsx'
import { choiceIn, currencies, type Plan } from '../../lib/prices.ts'
import type { PricingStore, PromoState } from './pricing-store.ts'

/** Data of the page, for the build and the browser alike. */
export interface PricingData {
  lang: Lang
  messages: Messages['pricing']
  plans: Plan[]
}

/** The plans with prices for the chosen billing, currency and promo code. */
export function Pricing({
  lang,
  messages,
  plans,
  store,
}: PricingData & { store: PricingStore }): ReactNode {
  const choice = useStore(store.$choice)
  const promo = useStore(store.$promo)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Hydration leaves alone what somebody chose before.
    const checked = (name: string): string =>
      form.current?.querySelector<HTMLInputElement>(`[name=${name}]:checked`)?.value ?? ''
    const chosen = `billing=${checked('billing')}&currency=${checked('currency')}`
    void store.restore(choiceIn(chosen, messages.firstCurrency))
  }, [store, messages.firstCurrency])

  return (
    <>
      <form className="price-options" aria-label={messages.options} ref={form}>
        <fieldset className="segments">
          <legend>{messages.billing}</legend>
          {(['monthly', 'yearly'] as const).map((billing) => (
            <label key={billing}>
              <input
                type="radio"
                name="billing"
                value={billing}
                checked={choice.billing === billing}
                onChange={() => store.choose({ billing })}
              />
              <span>{messages[billing]}</span>
            </label>
          ))}
          <span className="saving">{messages.saving}</span>
        </fieldset>
        <fieldset className="segments">
          <legend>{messages.currency}</legend>
          {currencies.map((currency) => (
            <label key={currency}>
              <input
                type="radio"
                name="currency"
                value={currency}
                checked={choice.currency === currency}
                onChange={() => store.choose({ currency })}
                aria-label={messages.currencies[currency]}
              />
              <span aria-hidden="true">{currency}</span>
            </label>
          ))}
        </fieldset>
        <output className="promo-line">
          {promoText(promo, messages)}{' '}
          {promo.name === 'applied' && (
            <button type="button" className="as-link" onClick={store.removePromo}>
              {messages.promo.remove}
            </button>
          )}
          {promo.name === 'none' && <a href={pathIn(lang, '/promo-code')}>{messages.promo.have}</a>}
        </output>
      </form>
      <div className="plans">
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            lang={lang}
            messages={messages}
            plan={plan}
            choice={choice}
            promo={promo.name === 'applied' ? promo.promo : undefined}
          />
        ))}
      </div>
    </>
  )
}

function promoText(state: PromoState, messages: Messages['pricing']): string {
  if (state.name === 'none') return ''
  if (state.name !== 'applied') return messages.promo[state.name].replace('{code}', state.code)
  const { code, percent, months } = state.promo
  return (months === 1 ? messages.promo.appliedOnce : messages.promo.applied)
    .replace('{code}', code)
    .replace('{percent}', String(percent))
    .replace('{months}', String(months))
}
