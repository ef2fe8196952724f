import type { NodeOf } from '../../markdown/tree.ts'
import { messages } from '../messages.ts'
import { placeOf } from '../finding.ts'
import type { Rule } from '../rule.ts'

/** Code blocks are closed. */
export const codeClosed: Rule = {
  name: 'code-closed',
  *check({ nodes, body }) {
    for (const [node, ancestors] of nodes) {
      if (node.type !== 'code' || isClosed(node, body)) continue
      const isInItem = ancestors.some(({ type }) => type === 'listItem')
      const message = isInItem ? messages.codeClosed.inItem : messages.codeClosed.atEdge
      yield { ...placeOf(node), field: 'text', message }
    }
  },
}

function isClosed({ position }: NodeOf<'code'>, body: string): boolean {
  const source = body.slice(position?.start.offset, position?.end.offset)
  const fence = /^(`{3,}|~{3,})/.exec(source)?.[1]
  // An indented block has no fence to close.
  if (fence === undefined) return true
  const [, ...lines] = source.trimEnd().split('\n')
  const last = lines.at(-1)?.replace(/^[ \t>]*/, '') ?? ''
  return last.startsWith(fence) && /^(?:`+|~+)$/.test(last)
}
