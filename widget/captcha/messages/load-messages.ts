// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { Messages } from './messages.ts'

/** Loads the messages of one language; each language is a file of its own. */
export const loadMessages: Record<Language, () => Promise<{ challenge: Messages }>> = {
  en: () => import('./en/challenge.ts'),
  ja: () => import('./ja/challenge.ts'),
  zh: () => import('./zh/challenge.ts'),
}
