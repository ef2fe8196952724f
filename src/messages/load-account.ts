// Lines of English are repeated for each language by npm run make.
import type { Lang } from '../lib/languages.ts'
import type { Messages } from './messages.ts'

/** Loads the messages of the account pages in one language. */
export const loadAccount: Record<Lang, () => Promise<{ account: Messages['account'] }>> = {
  en: () => import('./en/account.ts'),
  ja: () => import('./ja/account.ts'),
}
