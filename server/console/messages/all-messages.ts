import type { SiteLanguage } from '#protocol/languages.ts'
import { messages as en } from './en/messages.ts'
import { messages as ja } from './ja/messages.ts'
import type { ConsoleMessages } from './messages.ts'

/** Messages of the console, in the languages of the site. */
export const consoleMessages: Record<SiteLanguage, ConsoleMessages> = { en, ja }
