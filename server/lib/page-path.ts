import type { Language } from '#protocol/common-params.ts'

/** Returns the path of a page of the site in a language; Chinese readers get the English page. */
export function pagePath(path: string, language: Language): string {
  return language === 'ja' ? `/ja${path === '/' ? '' : path}` : path
}
