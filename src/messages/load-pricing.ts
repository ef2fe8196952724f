// Lines of English are repeated for each language by npm run make.
import type { Lang } from '../lib/languages.ts'
import type { Messages } from './messages.ts'

/** Loads the messages of the pricing page in one language. */
export const loadPricing: Record<Lang, () => Promise<{ pricing: Messages['pricing'] }>> = {
  en: () => import('./en/pricing.ts'),
  ja: () => import('./ja/pricing.ts'),
}
