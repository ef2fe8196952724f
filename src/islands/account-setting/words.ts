import type { Lang } from '../../lib/languages.ts'
import type { Messages } from '../../messages/en.ts'

/** The words of the account page. */
export type Words = Messages['account']['settings']

const files = {
  en: () => import('../../messages/en-account.ts'),
  ja: () => import('../../messages/ja-account.ts'),
} satisfies Record<Lang, () => Promise<{ account: Messages['account'] }>>

/** Loads the words of one language only. */
export async function loadWords(lang: Lang): Promise<Words> {
  return (await files[lang]()).account.settings
}
