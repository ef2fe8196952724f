import type { SiteLanguage } from '#protocol/languages.ts'
import { messages as en } from './en/messages.ts'
import { messages as ja } from './ja/messages.ts'
import type { Messages } from './messages.ts'

/** Texts of traces, for support. */
export const traceMessages: Readonly<Record<SiteLanguage, Messages>> = { en, ja }
