import { type Lang, languages, mainLanguage } from './languages.ts'

/** A text in one language, or in English where it is not translated. */
export interface Localized<Entry> {
  slug: string
  textLang: Lang
  translated: boolean
  /** Languages in which the text exists. */
  availableIn: readonly Lang[]
  entry: Entry
}

/** Merges entries of all languages (ids such as `en/first-post`) into one list. */
export function localize<Entry extends { id: string }>(
  entries: readonly Entry[],
  lang: Lang,
): Localized<Entry>[] {
  const bySlug = new Map<string, Map<Lang, Entry>>()
  for (const entry of entries) {
    const [folder, slug] = splitId(entry.id)
    const texts = bySlug.get(slug) ?? new Map<Lang, Entry>()
    texts.set(folder, entry)
    bySlug.set(slug, texts)
  }
  const found: Localized<Entry>[] = []
  for (const [slug, texts] of bySlug) {
    const own = texts.get(lang)
    const main = texts.get(mainLanguage)
    const entry = own ?? main
    if (!entry) continue
    const textLang = own ? lang : mainLanguage
    found.push({ slug, textLang, translated: !!own, availableIn: [...texts.keys()], entry })
  }
  return found
}

/** Splits `ja/first-post` into its language and the part that all languages share. */
function splitId(id: string): [Lang, string] {
  const lang = languages.find((one) => id.startsWith(`${one}/`))
  if (lang !== undefined) return [lang, id.slice(lang.length + 1)]
  const folders = languages.map((one) => `${one}/`).join(' or ')
  throw new Error(`"${id}" is not inside a language folder: put the file into ${folders}`)
}
