import type { Language } from '#protocol/common-params.ts'

/** Languages that elements of this page speak. */
const spoken = new Set<Language>()
const fills: ((language: Language) => Promise<void>)[] = []

/** Has the texts of later screens come in this language too, those that are here already first. */
export async function speak(language: Language): Promise<void> {
  spoken.add(language)
  await Promise.all(fills.map((fill) => fill(language)))
}

/** A file with the texts of several screens in one language, each under its name. */
type TextsFile<Name extends string, Texts> = Readonly<
  Record<Name, Readonly<Partial<Record<Language, Texts>>>>
>

/**
 * Texts of a later screen in the languages that are spoken. The build puts this in place of the
 * tables in the files beside this one, so that nobody loads words in languages they do not read.
 */
export async function byLanguage<Name extends string, Texts>(
  loads: Readonly<Record<Language, () => Promise<TextsFile<Name, Texts>>>>,
  name: Name,
): Promise<Partial<Record<Language, Texts>>> {
  const texts: Partial<Record<Language, Texts>> = {}
  const fill = async (language: Language): Promise<void> => {
    const own = texts[language] ?? (await loads[language]())[name][language]
    if (own !== undefined) texts[language] = own
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
