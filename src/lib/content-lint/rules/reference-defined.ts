import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'

const NOTE = /\[\^([^\]\s]+)\]/g
/** Matches `[words][name]` and `![words][name]`, but not list[0][1]. */
const LINK = /(?<![\w\]])(!?)\[([^[\]]*\p{L}[^[\]]*)\]\[[^[\]]*\p{L}[^[\]]*\]/gu

/** References such as `[words][name]` and `[^1]` have a definition. */
export const referenceDefined: Rule = {
  name: 'reference-defined',
  *check(text) {
    for (const { text: shown, source, placeAt } of text.shown) {
      for (const { index, 1: name = '' } of shown.matchAll(NOTE)) {
        yield { ...placeAt(index), field: 'text', message: messages.referenceDefined.note(name) }
      }
      for (const { index, 0: all, 1: bang, 2: words = '' } of shown.matchAll(LINK)) {
        const typed = source.slice(index, index + all.length)
        const from = 1 + (bang?.length ?? 0)
        const label = typed.slice(from, from + words.length)
        const field = bang === '!' ? 'picture' : 'link'
        const message = messages.referenceDefined.link(
          oneLine(typed),
          oneLine(label),
          field === 'picture',
        )
        yield { ...placeAt(index), field, message }
      }
    }
  },
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n[\s>]*/g, ' ')
}
