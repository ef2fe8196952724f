import type { NodeOf } from '../../markdown/tree.ts'
import { messages } from '../messages.ts'
import { placeOf } from '../finding.ts'
import type { Rule } from '../rule.ts'
import { folders } from '../source-text.ts'

/** Headings are not made by a line of = or -, which usually means a rule. */
export const headingUnderlined: Rule = {
  name: 'heading-underlined',
  *check({ nodes, folder, body }) {
    for (const [node] of nodes) {
      if (node.type !== 'heading' || !isUnderlined(node, body)) continue
      const lines = sourceOf(node, body)
        .trimEnd()
        .split(/\s*\n[\s>]*/)
      const underline = lines.pop() ?? ''
      const depth = Math.max(folders[folder], node.depth)
      const message = messages.headingUnderlined(underline, depth, lines.join(' '))
      yield { ...placeOf(node), field: 'heading', message }
    }
  },
}

/** Returns whether a heading is made by the line below instead of #. */
export function isUnderlined(node: NodeOf<'heading'>, body: string): boolean {
  return !sourceOf(node, body).startsWith('#')
}

function sourceOf({ position }: NodeOf<'heading'>, body: string): string {
  return body.slice(position?.start.offset, position?.end.offset)
}
