// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { Messages } from './messages.ts'
import { messages as en } from './en/messages.ts'
import { messages as ja } from './ja/messages.ts'
import { messages as zh } from './zh/messages.ts'

/** Messages of every language at once, for servers and tests. */
export const allMessages: Record<Language, Messages> = {
  en,
  ja,
  zh,
}
