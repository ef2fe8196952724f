import { isMisunderstood } from './heading-underlined.ts'
import { messages } from '../messages.ts'
import { placeOf } from '../finding.ts'
import type { Rule } from '../rule.ts'
import { folders } from '../source-text.ts'

/** Headings start below the page title and skip no level. */
export const headingOrder: Rule = {
  name: 'heading-order',
  *check({ nodes, folder, body }) {
    const first = folders[folder]
    let above = first - 1
    for (const [node] of nodes) {
      if (node.type !== 'heading' || node.children.length === 0) continue
      const { depth } = node
      const report = (message: string) => ({ ...placeOf(node), field: 'heading', message })
      if (isMisunderstood(node, body, first)) {
        above = Math.max(first, depth)
        continue
      }
      if (depth < first) yield report(messages.headingOrder.tooLarge(depth, first))
      else if (depth > above + 1) yield report(messages.headingOrder.skips(depth, above, first))
      above = depth
    }
  },
}
