import { otherTerms, spacedTerms, type OtherTerm } from '../../japanese-terms.ts'
import { messages } from '../messages.ts'
import { readTexts } from '../prose.ts'
import type { Rule } from '../rule.ts'

/** Texts in Japanese have one word and one spelling for each thing. */
export const japaneseTerms: Rule = {
  name: 'japanese-terms',
  *check(text, { words: own }) {
    if (text.lang !== 'ja') return
    const texts = Array.from(readTexts(text))
    const placed = (find: (value: string) => OtherTerm[]) =>
      texts.flatMap(({ field, value, placeAt }) =>
        find(value).map((term) => ({ ...term, ...placeAt(term.index), field })),
      )
    // Writers have one habit for a whole text, so one finding says it for all places.
    const others = placed(otherTerms).filter(({ found }) => !own.has(found))
    for (const [first, ...more] of Map.groupBy(others, ({ found }) => found).values()) {
      if (first === undefined) continue
      const { found, right, line, column, field } = first
      yield { line, column, field, message: messages.japaneseTerm(found, right, more.length) }
    }
    const [first, ...more] = placed(spacedTerms)
    if (first === undefined) return
    const { found, right, line, column, field } = first
    yield { line, column, field, message: messages.spaced(found, right, more.length) }
  },
}
