import type { Language } from '#protocol/common-params.ts'

/** Puts sentences after each other: Japanese and Chinese leave no space between them. */
export function putTogether(
  language: Language,
  ...sentences: readonly (string | false | undefined)[]
): string {
  return sentences.filter(Boolean).join(language === 'en' ? ' ' : '')
}
