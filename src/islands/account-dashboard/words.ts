import type { Lang } from '../../lib/languages.ts'
import type { Messages } from '../../messages/en.ts'

/** The words of the dashboard. */
export type Words = Messages['account']['dashboard']

/** The words of the pages around the account, and the names of the plans. */
export interface AccountWords {
  settings: Messages['account']['settings']
  dashboard: Words
  plans: Messages['pricing']['plans']
}

const files = {
  en: () =>
    Promise.all([import('../../messages/en-account.ts'), import('../../messages/en-pricing.ts')]),
  ja: () =>
    Promise.all([import('../../messages/ja-account.ts'), import('../../messages/ja-pricing.ts')]),
} satisfies Record<Lang, () => Promise<[Pick<Messages, 'account'>, Pick<Messages, 'pricing'>]>>

/** Loads the words of one language only. */
export async function loadWords(lang: Lang): Promise<AccountWords> {
  const [{ account }, { pricing }] = await files[lang]()
  return { settings: account.settings, dashboard: account.dashboard, plans: pricing.plans }
}
