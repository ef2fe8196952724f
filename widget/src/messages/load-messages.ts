// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { Messages } from './messages.ts'

/** Loads the messages of one language; each language is a file of its own. */
export const loadMessages: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('./en/messages.ts'),
  ja: () => import('./ja/messages.ts'),
  zh: () => import('./zh/messages.ts'),
}
