import type { Language } from '#protocol/common-params.ts'
import type { ErrorName } from '#protocol/errors.ts'
import type { Messages } from './en.ts'

/** All words of one language: the element's own and those for refused calls. */
export interface Texts {
  language: Language
  messages: Messages
  errors: Record<ErrorName, string>
}

/** Loads the words of one language; each language is a file of its own. */
export const loadTexts: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./texts-en.ts'),
  ja: () => import('./texts-ja.ts'),
  zh: () => import('./texts-zh.ts'),
}
