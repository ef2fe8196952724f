import { mainLanguage, type SiteLanguage, siteLanguages } from '#protocol/languages.ts'

export { mainLanguage, siteLanguages as languages } from '#protocol/languages.ts'

/** A language of the site. */
export type Lang = SiteLanguage

/** Returns the site language that a page or file names, else the main one. */
export function toLang(name: string | undefined): Lang {
  return siteLanguages.find((lang) => lang === name) ?? mainLanguage
}

/** Returns the English name of a language, for messages to writers. */
export function languageName(lang: Lang): string {
  return new Intl.DisplayNames(mainLanguage, { type: 'language' }).of(lang) ?? lang
}

/** Returns the path prefix of a language: empty, or such as `/ja`. */
export function prefixOf(lang: Lang): string {
  return lang === mainLanguage ? '' : `/${lang}`
}

/** Returns the address of a page in a language; `path` is the English one. */
export function pathIn(lang: Lang, path: string): string {
  return path === '/' ? prefixOf(lang) || '/' : prefixOf(lang) + path
}

/** Splits a path into its language and the English path. */
export function splitPath(path: string): { lang: Lang; path: string } {
  const lang = toLang(path.split('/')[1])
  return { lang, path: path.slice(prefixOf(lang).length) || '/' }
}

/** Returns the language of a route, such as of `/ja/blog/[id]`. */
export function langOf({ routePattern }: { routePattern: string }): Lang {
  return splitPath(routePattern).lang
}

/** Returns the absolute address of a page, for search engines. */
export function addressIn(lang: Lang, path: string, origin: URL): string {
  return new URL(pathIn(lang, path), origin).href
}
