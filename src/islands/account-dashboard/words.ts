import type { Lang } from '../../lib/languages.ts'
import { loadAccount } from '../../messages/load-account.ts'
import { loadPricing } from '../../messages/load-pricing.ts'
import type { Messages } from '../../messages/messages.ts'

/** The words of the dashboard. */
export type Words = Messages['account']['dashboard']

/** The words of the pages around the account, and the names of the plans. */
export interface AccountWords {
  settings: Messages['account']['settings']
  dashboard: Words
  plans: Messages['pricing']['plans']
  /** What each plan has. */
  rows: Messages['pricing']['rows']
  firstCurrency: Messages['pricing']['firstCurrency']
}

/** Loads the messages of one language only. */
export async function loadWords(lang: Lang): Promise<AccountWords> {
  const [{ account }, { pricing }] = await Promise.all([loadAccount[lang](), loadPricing[lang]()])
  return {
    settings: account.settings,
    dashboard: account.dashboard,
    plans: pricing.plans,
    rows: pricing.rows,
    firstCurrency: pricing.firstCurrency,
  }
}
