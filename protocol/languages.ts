/** Languages that the server, the element and the captcha speak; the site speaks some of them. */
export const languages = ['en', 'ja', 'zh'] as const

/** A language of error texts, messages and mails. */
export type Language = (typeof languages)[number]

/** The supported language of a BCP 47 tag; `en` for those we do not speak. */
export function toLanguage(tag: string): Language {
  const primary = tag.toLowerCase().split(/[-_]/)[0]
  return languages.find((language) => language === primary) ?? 'en'
}
