// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { EnterpriseMessages } from './enterprise-messages.ts'
import type { Messages } from './messages.ts'

/** Loads the element's and the console's messages of one language; sign-in does without this table. */
export const loadEnterpriseMessages: Record<
  Language,
  () => Promise<[{ messages: Messages }, { enterprise: EnterpriseMessages }]>
> = {
  en: () => Promise.all([import('./en/messages.ts'), import('./en/enterprise.ts')]),
  ja: () => Promise.all([import('./ja/messages.ts'), import('./ja/enterprise.ts')]),
  zh: () => Promise.all([import('./zh/messages.ts'), import('./zh/enterprise.ts')]),
}
