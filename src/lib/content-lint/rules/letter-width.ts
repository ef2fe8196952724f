import { messages } from '../messages.ts'
import { readTexts } from '../prose.ts'
import type { Rule } from '../rule.ts'

const WIDTHS = [
  { name: 'full-width', letters: /[Ａ-Ｚａ-ｚ０-９]+/g },
  { name: 'half-width', letters: /[ｦ-ﾟ]+/g },
]

/** Letters have the usual width of their script. */
export const letterWidth: Rule = {
  name: 'letter-width',
  *check(text, { words: own }) {
    for (const { field, value, placeAt } of readTexts(text)) {
      for (const { name, letters } of WIDTHS) {
        for (const { 0: found, index } of value.matchAll(letters)) {
          if (own.has(found)) continue
          yield { ...placeAt(index), field, message: messages.letterWidth(found, name) }
        }
      }
    }
  },
}
