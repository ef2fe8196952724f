import type { Lang } from '../lib/languages.ts'
import type { Messages } from './messages.ts'

/** Loads the messages of the account pages in one language; each language is a file of its own. */
export const loadAccount: Record<Lang, () => Promise<{ account: Messages['account'] }>> = {
  en: () => import('./en/account.ts'),
  ja: () => import('./ja/account.ts'),
}
