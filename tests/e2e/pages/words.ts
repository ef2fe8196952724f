import { common as english } from '../../../widget/src/messages/en/common.ts'
import { common as japanese } from '../../../widget/src/messages/ja/common.ts'

/** The element's words by language, so that a text left in English fails the Japanese journey. */
export const words = { en: english, ja: japanese } as const

/** A language the journeys run in. */
export type Locale = keyof typeof words

/** Path of a page in a language. */
export function pathIn(locale: Locale, path: string): string {
  return locale === 'en' ? path : `/ja${path === '/' ? '' : path}`
}

let count = 0

/** An address nobody had before. */
export function freshEmail(name: string): string {
  count += 1
  return `${name}-${process.pid}-${Date.now().toString(36)}-${count}@example.com`
}
