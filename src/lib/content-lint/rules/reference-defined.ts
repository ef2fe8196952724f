import { messages } from '../messages.ts'
import { placeOf } from '../finding.ts'
import type { Rule } from '../rule.ts'

const NOTE = /\[\^([^\]\s]+)\]/g
/** Matches `[words][name]` and `![words][name]`, but not list[0][1]. */
const LINK = /(?<![\w\]])(!?)\[([^[\]]*\p{L}[^[\]]*)\]\[[^[\]]*\p{L}[^[\]]*\]/gu

/** References such as `[words][name]` and `[^1]` have a definition, and notes a reference. */
export const referenceDefined: Rule = {
  name: 'reference-defined',
  *check(text) {
    const named = new Set(
      text.nodes.flatMap(([node]) => (node.type === 'footnoteReference' ? node.identifier : [])),
    )
    for (const [node] of text.nodes) {
      if (node.type !== 'footnoteDefinition' || named.has(node.identifier)) continue
      const message = messages.referenceDefined.unused(node.label ?? node.identifier)
      yield { ...placeOf(node), field: 'text', message }
    }
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
