import type { Language } from '#protocol/common-params.ts'

/** Address of a page of the site in a language; the site has no Chinese. */
export function pagePath(path: string, language: Language): string {
  return language === 'ja' ? `/ja${path === '/' ? '' : path}` : path
}
