import { otherTerms } from '../../japanese-terms.ts'
import { messages } from '../messages.ts'
import { readTexts } from '../prose.ts'
import type { Rule } from '../rule.ts'

/** Texts in Japanese have one word and one spelling for each thing. */
export const japaneseTerms: Rule = {
  name: 'japanese-terms',
  *check(text, { words: own }) {
    if (text.lang !== 'ja') return
    for (const { field, value, placeAt } of readTexts(text)) {
      for (const { index, found, right } of otherTerms(value)) {
        if (own.has(found)) continue
        yield { ...placeAt(index), field, message: messages.japaneseTerm(found, right) }
      }
    }
  },
}
