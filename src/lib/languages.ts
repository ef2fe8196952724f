/** Languages of the site; the first one lives at `/`, every other one under its own prefix. */
export const languages = ['en', 'ja'] as const

/** A language of the site. */
export type Lang = (typeof languages)[number]

/** How each language calls itself, for the language switch. */
export const languageNames: Record<Lang, string> = { en: 'English', ja: '日本語' }

/** Tags for Open Graph, which wants a territory too. */
export const openGraphLocales: Record<Lang, string> = { en: 'en_US', ja: 'ja_JP' }

/** The address of a page in one language; `path` is the English address, such as `/blog`. */
export function pathIn(lang: Lang, path: string): string {
  if (lang === 'en') return path
  return path === '/' ? `/${lang}` : `/${lang}${path}`
}

/** The absolute address of a page, as search engines should know it. */
export function addressIn(lang: Lang, path: string, origin: URL): string {
  return new URL(pathIn(lang, path), origin).href
}
