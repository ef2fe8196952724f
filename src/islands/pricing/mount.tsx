import { hydrateRoot } from 'react-dom/client'
import { ErrorBoundary } from '../shared/error-boundary.tsx'
import { StatePanel } from '../shared/state-panel.tsx'
import { Pricing, type PricingData } from './pricing.tsx'
import { createPricingStore } from './pricing-store.ts'

// A plain module: the directives of Astro write scripts into the page, which the policy forbids.
const container = document.querySelector('#pricing')
const data = document.querySelector('#pricing-data')
if (container && data) {
  const props = JSON.parse(data.textContent) as PricingData
  const { crashed } = props.messages
  const store = createPricingStore(props.messages.firstCurrency, async (code) => {
    // Loaded only for visitors with a code; the others need no client.
    const { checkPromo } = await import('./check-promo.ts')
    return await checkPromo(props.lang, code)
  })
  // The markup of the build stays readable if the island fails.
  const drawn = [...container.cloneNode(true).childNodes]
  hydrateRoot(
    container,
    <ErrorBoundary
      fallback={(retry) => (
        <>
          <StatePanel messages={crashed} onRetry={retry} />
          <div className="drawn" ref={(place) => place?.replaceChildren(...drawn)} />
        </>
      )}
    >
      <Pricing {...props} store={store} />
    </ErrorBoundary>,
  )
}
