import type { NodeOf } from '../../markdown/tree.ts'
import { messages } from '../messages.ts'
import { placeOf } from '../finding.ts'
import type { Rule } from '../rule.ts'
import { folders } from '../source-text.ts'

/** Hyphens that make a heading on purpose; fewer usually mean a rule below a text. */
const MEANT = /^-{4,}$/
const SENTENCE = /[.!?:。！？：]$/u

/** Headings are not made by a short line of hyphens, nor by one of = where the page has larger headings. */
export const headingUnderlined: Rule = {
  name: 'heading-underlined',
  *check({ nodes, folder, body }) {
    for (const [node] of nodes) {
      const first = folders[folder]
      if (node.type !== 'heading' || !isMisunderstood(node, body, first)) continue
      const lines = linesOf(node, body)
      const underline = lines.pop() ?? ''
      const depth = Math.max(first, node.depth)
      const message = messages.headingUnderlined(underline, depth, lines.join(' '))
      yield { ...placeOf(node), field: 'heading', message }
    }
  },
}

/** Returns whether a line below makes a heading that was not meant, or is too large. */
export function isMisunderstood(node: NodeOf<'heading'>, body: string, first: number): boolean {
  const lines = linesOf(node, body)
  if (lines[0]?.startsWith('#')) return false
  const isMeant =
    MEANT.test(lines.at(-1) ?? '') && lines.length === 2 && !SENTENCE.test(lines[0] ?? '')
  return node.depth < first || !isMeant
}

function linesOf({ position }: NodeOf<'heading'>, body: string): string[] {
  const source = body.slice(position?.start.offset, position?.end.offset)
  return source.trimEnd().split(/\s*\n[\s>]*/)
}
