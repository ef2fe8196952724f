import type { Lang } from '../../lib/languages.ts'
import { loadAccount } from '../../messages/load-account.ts'
import { loadChangeNames } from '../../messages/load-change-names.ts'
import { loadPricing } from '../../messages/load-pricing.ts'
import type { Messages } from '../../messages/messages.ts'

/** Messages of the dashboard. */
export type DashboardMessages = Messages['account']['dashboard']

/** Messages of the account pages and the price list. */
export type AccountMessages = Awaited<ReturnType<typeof loadMessages>>

/** Loads the messages of one language. */
export async function loadMessages(lang: Lang) {
  const [{ account }, { pricing }, { activity }] = await Promise.all([
    loadAccount[lang](),
    loadPricing[lang](),
    loadChangeNames[lang](),
  ])
  return {
    settings: account.settings,
    dashboard: account.dashboard,
    changeNames: activity.kinds,
    plans: pricing.plans,
    /** Features and limits of each plan. */
    rows: pricing.rows,
    firstCurrency: pricing.firstCurrency,
  }
}
