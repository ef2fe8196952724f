// Lines of English are repeated for each language by node scripts/make-languages.ts.
import type { Language } from '#protocol/languages.ts'
import type { EnterpriseMessages } from './enterprise-messages.ts'

/** Loads the console's messages of one language; sign-in does without them. */
export const loadEnterpriseMessages: Record<
  Language,
  () => Promise<{ enterprise: EnterpriseMessages }>
> = {
  en: () => import('./en/enterprise.ts'),
  ja: () => import('./ja/enterprise.ts'),
  zh: () => import('./zh/enterprise.ts'),
}
