// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { Messages } from './messages.ts'
import { messages as en } from './en/messages.ts'
import { messages as ja } from './ja/messages.ts'
import { messages as zh } from './zh/messages.ts'

/** Messages of the account server's pages in every language. */
export const pageMessages: Record<Language, Messages> = {
  en,
  ja,
  zh,
}
