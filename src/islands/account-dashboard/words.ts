import type { Lang } from '../../lib/languages.ts'
import { loadAccount } from '../../messages/load-account.ts'
import { loadPricing } from '../../messages/load-pricing.ts'
import type { Messages } from '../../messages/messages.ts'

/** Messages of the dashboard. */
export type Words = Messages['account']['dashboard']

/** Messages of the account pages and the price list. */
export interface AccountWords {
  settings: Messages['account']['settings']
  dashboard: Words
  plans: Messages['pricing']['plans']
  /** Features and limits of each plan. */
  rows: Messages['pricing']['rows']
  firstCurrency: Messages['pricing']['firstCurrency']
}

/** Loads the messages of one language. */
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
