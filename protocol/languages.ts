/** Languages of the element, the captcha, the server and its mails. */
export const languages = ['en', 'ja', 'zh'] as const

/** A language of error texts, messages and mails. */
export type Language = (typeof languages)[number]

/** Languages of the site; the first one lives at `/`, every other one under its own prefix. */
export const siteLanguages = ['en', 'ja'] as const satisfies readonly Language[]

/** A language of the site. */
export type SiteLanguage = (typeof siteLanguages)[number]

/** The language that texts are written in first, and that stands in for missing ones. */
export const mainLanguage = siteLanguages[0]

/** The supported language of a BCP 47 tag; the main one for others. */
export function toLanguage(tag: string): Language {
  return supportedLanguage(tag) ?? mainLanguage
}

/** The supported language of a BCP 47 tag; undefined for others. */
export function supportedLanguage(tag: string): Language | undefined {
  const primary = tag.toLowerCase().split(/[-_]/)[0]
  return languages.find((language) => language === primary)
}
