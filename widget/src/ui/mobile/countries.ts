import type { Language } from '#protocol/languages.ts'

/** A country as the list shows it. */
export interface Country {
  /** Two letters (ISO 3166-1). */
  country: string
  callingCode: string
  name: string
  /** Text to search in: names in this language and in English, letters and code. */
  words: string
}

/** Names countries in a language and puts them in its order. */
export function nameCountries(
  list: readonly { country: string; callingCode: string }[],
  language: Language,
): Country[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const { compare } = new Intl.Collator(language)
  return list
    .map(({ country, callingCode }) => {
      const name = names.of(country) ?? country
      const words = fold(`${name} ${english.of(country)} ${country} +${callingCode}`)
      return { country, callingCode, name, words }
    })
    .toSorted((a, b) => compare(a.name, b.name))
}

/** Returns the countries that match a search, those that begin with it first. */
export function findCountries(countries: readonly Country[], typed: string): Country[] {
  const search = fold(typed.trim())
  if (search === '') return [...countries]
  const found = countries.filter(({ words }) => words.includes(search))
  const rank = ({ words, country, callingCode }: Country): number =>
    words.startsWith(search) || fold(country) === search || `+${callingCode}` === search ? 0 : 1
  return found.toSorted((a, b) => rank(a) - rank(b))
}

/** Returns the most likely country of the number of somebody with these languages. */
export function guessCountry(tags: readonly string[], known: readonly string[]): string {
  const regions = [
    // A region that was chosen says more than the usual one of a language.
    ...tags.map((tag) => regionOf(tag, false)),
    ...tags.map((tag) => regionOf(tag, true)),
  ]
  return regions.find((region) => region !== undefined && known.includes(region)) ?? 'US'
}

function regionOf(tag: string, isGuessed: boolean): string | undefined {
  try {
    const locale = new Intl.Locale(tag)
    return (isGuessed ? locale.maximize() : locale).region
  } catch {
    // No browser should name such a language, but pages can.
    return undefined
  }
}

// So that "cote" finds Côte d’Ivoire and full-width digits find their codes.
function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
