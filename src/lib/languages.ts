import { mainLanguage, type SiteLanguage, siteLanguages } from '#protocol/languages.ts'

export { mainLanguage, siteLanguages as languages } from '#protocol/languages.ts'

/** A language of the site. */
export type Lang = SiteLanguage

/** The language of the site that a page or file names; the main one for all others. */
export function toLang(name: string | undefined): Lang {
  return siteLanguages.find((lang) => lang === name) ?? mainLanguage
}

/** What a language is called in English, for messages to writers. */
export function languageName(lang: Lang): string {
  return new Intl.DisplayNames(mainLanguage, { type: 'language' }).of(lang) ?? lang
}

/** What stands before the paths of a language: nothing, or a path such as `/ja`. */
export function prefixOf(lang: Lang): string {
  return lang === mainLanguage ? '' : `/${lang}`
}

/** The address of a page in one language; `path` is the English address, such as `/blog`. */
export function pathIn(lang: Lang, path: string): string {
  return path === '/' ? prefixOf(lang) || '/' : prefixOf(lang) + path
}

/** Splits the path of a page into its language and its address in the main language. */
export function splitPath(path: string): { lang: Lang; path: string } {
  const lang = toLang(path.split('/')[1])
  return { lang, path: path.slice(prefixOf(lang).length) || '/' }
}

/** The absolute address of a page, as search engines should know it. */
export function addressIn(lang: Lang, path: string, origin: URL): string {
  return new URL(pathIn(lang, path), origin).href
}
