// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { AuthorizeMessages } from './messages.ts'

/** Loads the messages of one language; who signs in for themselves never needs them. */
export const loadAuthorizeMessages: Record<
  Language,
  () => Promise<{ authorize: AuthorizeMessages }>
> = {
  en: () => import('./en/authorize.ts'),
  ja: () => import('./ja/authorize.ts'),
  zh: () => import('./zh/authorize.ts'),
}
