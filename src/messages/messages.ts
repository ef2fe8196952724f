import type { Lang } from '../lib/languages.ts'
import { en, type Messages } from './en.ts'
import { ja } from './ja.ts'

const all: Record<Lang, Messages> = { en, ja }

/** The words of one language. */
export function messagesIn(lang: Lang): Messages {
  return all[lang]
}
