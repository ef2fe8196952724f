import { hydrateRoot } from 'react-dom/client'
import { Pricing, type PricingData } from './pricing.tsx'
import { createPricingStore } from './pricing-store.ts'

// A plain module instead of an Astro island: its inline script would need a hash in the policy.
const container = document.querySelector('#pricing')
const data = document.querySelector('#pricing-data')
if (container && data) {
  const props = JSON.parse(data.textContent) as PricingData
  const store = createPricingStore(props.lang, async (code) => {
    // Few come with a code; the others need no client.
    const { checkPromo } = await import('./check-promo.ts')
    return await checkPromo(props.lang, code)
  })
  hydrateRoot(container, <Pricing {...props} store={store} />)
}
