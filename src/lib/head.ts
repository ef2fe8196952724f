import { addressIn, type Lang, languages, mainLanguage } from './languages.ts'

interface Addressed {
  lang: Lang
  path: string
  availableIn: readonly Lang[]
  origin: URL
}

/** The address search engines shall keep: a text shown in a language it does not exist in is English. */
export function canonicalAddress({ lang, path, availableIn, origin }: Addressed): string {
  return addressIn(availableIn.includes(lang) ? lang : mainLanguage, path, origin)
}

/** The other languages of a page, and the one for readers of none of them. */
export function alternates({
  path,
  availableIn,
  origin,
}: Omit<Addressed, 'lang'>): { hreflang: string; href: string }[] {
  const found = languages.filter((lang) => availableIn.includes(lang))
  if (found.length < 2) return []
  return [
    ...found.map((lang) => ({ hreflang: lang, href: addressIn(lang, path, origin) })),
    { hreflang: 'x-default', href: addressIn(mainLanguage, path, origin) },
  ]
}

/** A title away from its page, behind the name of the product, which it may begin with by itself. */
export function withName(name: string, title: string): string {
  return title.startsWith(name) ? title : `${name}: ${title}`
}

/** JSON for a data block in a page: `<` could otherwise end the block. */
export function dataBlock(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
