import type { Language } from '#protocol/common-params.ts'

/** Where the pages of the site begin; it has no Chinese. */
const prefixes: Record<Language, string> = { en: '', ja: '/ja', zh: '' }

/** Returns the path of a page of the site in a language. */
export function pagePath(path: string, language: Language): string {
  const prefix = prefixes[language]
  return prefix !== '' && path === '/' ? prefix : prefix + path
}
