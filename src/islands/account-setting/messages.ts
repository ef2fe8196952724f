import type { Lang } from '../../lib/languages.ts'
import { loadAccount } from '../../messages/load-account.ts'
import type { Messages } from '../../messages/messages.ts'

/** Messages of the account page. */
export type SettingMessages = Messages['account']['settings']

/** Loads the messages of one language. */
export async function loadMessages(lang: Lang): Promise<SettingMessages> {
  return (await loadAccount[lang]()).account.settings
}
