import type { Lang } from '../../lib/languages.ts'
import { loadAccount } from '../../messages/load-account.ts'
import type { Messages } from '../../messages/messages.ts'

/** Messages of the account page. */
export type Words = Messages['account']['settings']

/** Loads the messages of one language. */
export async function loadWords(lang: Lang): Promise<Words> {
  return (await loadAccount[lang]()).account.settings
}
