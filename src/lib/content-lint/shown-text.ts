import type { MdastNode } from 'satteri'
import { descendants } from '../markdown/tree.ts'
import { type Place, placeAt } from './finding.ts'

/** The text of one paragraph, heading or cell, as written in the file. */
export interface ShownText {
  node: MdastNode
  ancestors: readonly MdastNode[]
  /** The text with HIDDEN for signs of code, HTML, links, escapes and entities. */
  text: string
  /** The text as written. */
  source: string
  placeAt(index: number): Place
}

/** Replaces characters that readers do not see. */
const HIDDEN = '\uFFFC'

/** Yields the parts of a text that readers see as they were typed. */
export function* shownTexts(
  nodes: readonly (readonly [MdastNode, readonly MdastNode[]])[],
  body: string,
): Generator<ShownText> {
  for (const [node, ancestors] of nodes) {
    if (node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell') continue
    const start = node.position?.start.offset ?? 0
    const source = body.slice(start, node.position?.end.offset)
    yield {
      node,
      ancestors,
      text: shownOf(node, source, start),
      source,
      placeAt: (index) => placeAt(body, start + index),
    }
  }
}

function shownOf(node: MdastNode, source: string, start: number): string {
  let text = source.replaceAll(/[^\n]/g, HIDDEN)
  for (const [{ type, position }] of descendants(node)) {
    if (type !== 'text' || position === undefined) continue
    const [from, to] = [(position.start.offset ?? 0) - start, (position.end.offset ?? 0) - start]
    text = text.slice(0, from) + source.slice(from, to) + text.slice(to)
  }
  return text.replaceAll(/\\[!-/:-@[-`{-~]|&#?\w+;/g, (found) => HIDDEN.repeat(found.length))
}
