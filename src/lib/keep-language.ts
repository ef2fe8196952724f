import { type Lang, languages, mainLanguage, pathIn } from './languages.ts'

const prefixes = languages.filter((lang) => lang !== mainLanguage).join('|')

// Links to English pages; not to files, nor to headings, whose ids differ by language.
const LINK = new RegExp(
  String.raw`(<a\b[^>]*?\shref=")(/(?!/|(?:${prefixes})["/#?])[^".#?]*)(?=["?])`,
  'g',
)

/** Makes links in an untranslated text lead to pages in the reader's language. */
export function keepLanguage(html: string, lang: Lang): string {
  return html.replaceAll(LINK, (_, start: string, path: string) => `${start}${pathIn(lang, path)}`)
}
