import { type Place, placeAt } from './rule.ts'
import type { SourceText } from './source-text.ts'

/** A tag, note or declaration in the HTML of a text. */
export interface HtmlTag extends Place {
  kind: 'start' | 'end' | 'note' | 'declaration'
  /** In lower case; none for notes. */
  name: string
  attributes: string
  /** Whether its `>`, or the `-->` of a note, is there. */
  isWhole: boolean
}

const TAG =
  /<!--(?<note>-?>|[^]*?-->|[^]*)|<(?<declaration>[?!]\[?[a-z]+)|<(?<end>\/?)(?<name>[a-z][a-z0-9-]*)(?<attributes>(?:"[^"]*"|'[^']*'|[^"'<>])*)(?<close>>?)/gi

/** Yields the tags in the HTML of a text, in its order. */
export function* htmlTags({ nodes, body }: SourceText): Generator<HtmlTag> {
  for (const [node] of nodes) {
    if (node.type !== 'html') continue
    const start = node.position?.start.offset ?? 0
    // The value lacks the marks of quotes around it, which a place in the file needs.
    const source = body.slice(start, node.position?.end.offset)
    for (const { index, groups = {} } of source.matchAll(TAG)) {
      const { note, declaration, end, name = '', attributes = '', close } = groups
      const place = placeAt(body, start + index)
      if (note !== undefined) {
        yield { ...place, kind: 'note', name: '', attributes, isWhole: note.endsWith('>') }
      } else if (declaration !== undefined) {
        yield { ...place, kind: 'declaration', name: declaration, attributes, isWhole: true }
      } else {
        const kind = end === '/' ? 'end' : 'start'
        yield { ...place, kind, name: name.toLowerCase(), attributes, isWhole: close === '>' }
      }
    }
  }
}
