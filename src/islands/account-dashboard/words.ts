import type { Lang } from '../../lib/languages.ts'
import type { Messages } from '../../messages/en.ts'

/** The words of the dashboard. */
export type Words = Messages['account']['dashboard']

/** The words of the pages around the account. */
export type AccountWords = Messages['account']

const files = {
  en: () => import('../../messages/en-account.ts'),
  ja: () => import('../../messages/ja-account.ts'),
} satisfies Record<Lang, () => Promise<{ account: AccountWords }>>

/** Loads the words of one language only. */
export async function loadWords(lang: Lang): Promise<AccountWords> {
  return (await files[lang]()).account
}
