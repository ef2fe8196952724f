import { type Language, mainLanguage, siteLanguages } from '#protocol/languages.ts'

/** Returns the path of a page of the site in a language, or in the main one. */
export function pagePath(path: string, language: Language): string {
  const isSpoken = siteLanguages.some((one) => one === language)
  if (language === mainLanguage || !isSpoken) return path
  return path === '/' ? `/${language}` : `/${language}${path}`
}

/** Returns a path with the return URL, if there is one. */
export function withNext(path: string, next = ''): string {
  return next === '' ? path : `${path}?${new URLSearchParams({ next }).toString()}`
}
