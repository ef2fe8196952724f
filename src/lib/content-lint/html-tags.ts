import { type Place, placeAt } from './finding.ts'
import type { SourceText } from './source-text.ts'

/** A tag, comment or declaration in the HTML of a text. */
export interface HtmlTag extends Place {
  kind: 'start' | 'end' | 'note' | 'declaration'
  /** In lower case; empty for comments. */
  name: string
  attributes: string
  /** Whether it has its closing `>` or `-->`. */
  isWhole: boolean
}

const TAG =
  /<!--(?<note>-?>|[^]*?-->|[^]*)|<(?<declaration>[?!]\[?[a-z]+)|<(?<end>\/?)(?<name>[a-z][a-z0-9-]*)(?<attributes>(?:"[^"]*"|'[^']*'|[^"'<>])*)(?<close>>?)/gi

/** Returns the value of an attribute of a tag, if it has one. */
export function attributeOf({ attributes }: HtmlTag, name: string): string | undefined {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, 'i').exec(
    attributes,
  )
  return (found?.[1] ?? found?.[2] ?? found?.[3])?.trim().replaceAll('&amp;', '&')
}

/** Yields the tags of a text in order. */
export function* htmlTags({ nodes, body }: SourceText): Generator<HtmlTag> {
  for (const [node] of nodes) {
    if (node.type !== 'html') continue
    const start = node.position?.start.offset ?? 0
    // The node's value lacks the marks of quotes, which positions in the file need.
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
