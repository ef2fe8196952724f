import { addressIn, type Lang, languages, mainLanguage } from './languages.ts'

interface Addressed {
  lang: Lang
  path: string
  availableIn: readonly Lang[]
  origin: URL
}

/** Returns the canonical address; an untranslated text has that of its English page. */
export function canonicalAddress({ lang, path, availableIn, origin }: Addressed): string {
  return addressIn(availableIn.includes(lang) ? lang : mainLanguage, path, origin)
}

/** Returns alternate links for a page's languages and `x-default`; an untranslated text has none. */
export function alternates({
  lang,
  path,
  availableIn,
  origin,
}: Addressed): { hreflang: string; href: string }[] {
  const found = languages.filter((one) => availableIn.includes(one))
  if (found.length < 2 || !found.includes(lang)) return []
  return [
    ...found.map((one) => ({ hreflang: one, href: addressIn(one, path, origin) })),
    ...found
      .filter((one) => one === mainLanguage)
      .map((one) => ({ hreflang: 'x-default', href: addressIn(one, path, origin) })),
  ]
}

/**
 * Returns the English address that a link to another language leads to: the same page, or where its
 * room begins, as with a post that exists in neither that language nor English.
 */
export function switchTarget(path: string, to: Lang, availableIn: readonly Lang[]): string {
  const exists = availableIn.includes(to) || availableIn.includes(mainLanguage)
  return exists ? path : path.split('/').slice(0, 2).join('/')
}

/** Prefixes a title with the product's name unless it begins with it. */
export function withName(name: string, title: string): string {
  return title.startsWith(name) ? title : `${name}: ${title}`
}

/** Serializes JSON for a script element, in which `<` could end the block. */
export function dataBlock(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
