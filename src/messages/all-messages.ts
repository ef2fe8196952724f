// Lines of English are repeated for each language by npm run make.
import type { Lang } from '../lib/languages.ts'
import type { Messages } from './messages.ts'
import { messages as en } from './en/messages.ts'
import { messages as ja } from './ja/messages.ts'

/** All messages of the site, by language. */
export const allMessages: Record<Lang, Messages> = {
  en,
  ja,
}
