import { otherTerms, spacedTerms } from '../../japanese-terms.ts'
import { messages } from '../messages.ts'
import { readTexts } from '../prose.ts'
import type { Rule } from '../rule.ts'

/** Texts in Japanese have one word and one spelling for each thing. */
export const japaneseTerms: Rule = {
  name: 'japanese-terms',
  *check(text, { words: own }) {
    if (text.lang !== 'ja') return
    const texts = Array.from(readTexts(text))
    for (const { field, value, placeAt } of texts) {
      for (const { index, found, right } of otherTerms(value)) {
        if (own.has(found)) continue
        yield { ...placeAt(index), field, message: messages.japaneseTerm(found, right) }
      }
    }
    // Writers have one habit for a whole text, so one finding says it for all places.
    const spaced = texts.flatMap(({ field, value, placeAt }) =>
      spacedTerms(value).map((term) => ({ ...term, ...placeAt(term.index), field })),
    )
    const [first] = spaced
    if (first === undefined) return
    const { found, right, line, column, field } = first
    yield { line, column, field, message: messages.spaced(found, right, spaced.length - 1) }
  },
}
