import { messages } from '../messages.ts'
import { placeOf } from '../finding.ts'
import type { Rule } from '../rule.ts'

/** Headings are not empty. */
export const headingWords: Rule = {
  name: 'heading-words',
  *check({ nodes }) {
    for (const [node] of nodes) {
      if (node.type !== 'heading' || node.children.some(({ type }) => type !== 'html')) continue
      yield { ...placeOf(node), field: 'heading', message: messages.headingWords }
    }
  },
}
