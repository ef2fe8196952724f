// Lines of English are repeated for each language by npm run make.
import type { Language } from '#protocol/languages.ts'
import type { AccountMessages } from './account-messages.ts'
import type { Messages } from './messages.ts'

/** Loads the element's and the account's messages of one language; sign-in does without this table. */
export const loadAccountMessages: Record<
  Language,
  () => Promise<[{ messages: Messages }, { account: AccountMessages }]>
> = {
  en: () => Promise.all([import('./en/messages.ts'), import('./en/account/account.ts')]),
  ja: () => Promise.all([import('./ja/messages.ts'), import('./ja/account/account.ts')]),
  zh: () => Promise.all([import('./zh/messages.ts'), import('./zh/account/account.ts')]),
}
