import { messages } from '../messages.ts'
import { placeOf } from '../finding.ts'
import type { Rule } from '../rule.ts'

/** Code is between fences, so that a tab before a paragraph does not turn it into code. */
export const codeIndented: Rule = {
  name: 'code-indented',
  *check({ nodes, body }) {
    for (const [node] of nodes) {
      if (node.type !== 'code') continue
      const source = body.slice(node.position?.start.offset, node.position?.end.offset)
      if (/^\s*(?:```|~~~)/.test(source)) continue
      yield { ...placeOf(node), field: 'text', message: messages.codeIndented }
    }
  },
}
