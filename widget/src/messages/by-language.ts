import type { Language } from '#protocol/common-params.ts'

/** Languages that elements of this page speak. */
const spoken = new Set<Language>()
const fills: ((language: Language) => Promise<void>)[] = []

/** Has the texts of later screens come in this language too, those that are here already first. */
export async function speak(language: Language): Promise<void> {
  spoken.add(language)
  await Promise.all(fills.map((fill) => fill(language)))
}

/**
 * Texts of a later screen in the languages that are spoken. The build puts this in place of the
 * tables in the files beside this one, so that nobody loads words in languages they do not read.
 */
export async function byLanguage<Texts>(
  loads: Record<Language, () => Promise<Texts>>,
): Promise<Partial<Record<Language, Texts>>> {
  const texts: Partial<Record<Language, Texts>> = {}
  const fill = async (language: Language): Promise<void> => {
    texts[language] ??= await loads[language]()
  }
  fills.push(fill)
  await Promise.all(Array.from(spoken, fill))
  return texts
}
