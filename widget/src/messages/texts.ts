import type { Language } from '#protocol/common-params.ts'
import type { Messages } from './en.ts'

/**
 * The element's own words in one language. What a refused call means is said by the server, by the
 * code of the error and in the same language.
 */
export interface Texts {
  language: Language
  messages: Messages
  /** What a page wants said in place of the server, by name or number of an error. */
  errors?: Readonly<Record<string, string>>
  /** What a page wants said in place of a table of words that came with a later screen. */
  own?: <Words extends object>(name: string, words: Words) => Words
}

/** Loads the words of one language; each language is a file of its own. */
export const loadTexts: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./texts-en.ts'),
  ja: () => import('./texts-ja.ts'),
  zh: () => import('./texts-zh.ts'),
}
