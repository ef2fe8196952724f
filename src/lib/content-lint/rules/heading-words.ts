import { descendants } from '../../markdown/tree.ts'
import { messages } from '../messages.ts'
import { placeOf, type Rule } from '../rule.ts'

/** Headings have words. */
export const headingWords: Rule = {
  name: 'heading-words',
  *check({ tree }) {
    for (const [node] of descendants(tree)) {
      if (node.type !== 'heading' || node.children.some(({ type }) => type !== 'html')) continue
      yield { ...placeOf(node), field: 'heading', message: messages.headingWords }
    }
  },
}
