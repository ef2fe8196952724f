import { type Lang, pathIn } from './languages.ts'

/**
 * A link to a page of this site, outside of `/ja`: files, which have an ending, are in no language,
 * and headings have other names in each.
 */
const LINK = /(<a\b[^>]*?\shref=")(\/(?!\/|ja(?:["/#?]))[^".#?]*)(?=["?])/g

/**
 * Lets the links of an English text, which stands for one that nobody has translated yet, lead to
 * the pages in the language of the reader: some of them have been translated.
 */
export function keepLanguage(html: string, lang: Lang): string {
  return html.replaceAll(LINK, (_, start: string, path: string) => `${start}${pathIn(lang, path)}`)
}
