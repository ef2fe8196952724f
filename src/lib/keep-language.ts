import { type Lang, languages, mainLanguage, pathIn } from './languages.ts'

const prefixes = languages.filter((lang) => lang !== mainLanguage).join('|')

// A link to a page in the main language: not to a file, which has an ending, nor to a heading, which
// has another name in each language.
const LINK = new RegExp(
  String.raw`(<a\b[^>]*?\shref=")(/(?!/|(?:${prefixes})["/#?])[^".#?]*)(?=["?])`,
  'g',
)

/**
 * Lets the links of an English text, which stands for one that nobody has translated yet, lead to
 * the pages in the language of the reader: some of them have been translated.
 */
export function keepLanguage(html: string, lang: Lang): string {
  return html.replaceAll(LINK, (_, start: string, path: string) => `${start}${pathIn(lang, path)}`)
}
