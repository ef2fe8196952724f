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
  // A module that fails is never run again, so what did not come is left to `withTexts`.
  await Promise.allSettled(Array.from(spoken, fill))
  return texts
}

/** Code of a later screen with all its texts; what was lost of either comes when asked for again. */
export async function withTexts<Code>(loading: Promise<Code>): Promise<Code> {
  const code = await loading
  await Promise.all(Array.from(spoken, speak))
  return code
}
