import { allMessages } from '../../../messages/all-messages.ts'
import { wordsOf } from '../../markdown/tree.ts'
import { placeOf } from '../finding.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'

/** Headings of a release are the kinds of changes that readers choose by. */
export const changeKind: Rule = {
  name: 'change-kind',
  *check({ nodes, folder, lang }) {
    if (folder !== 'changelog') return
    const kinds: readonly string[] = Object.values(allMessages[lang].changelog.kinds)
    for (const [node] of nodes) {
      if (node.type !== 'heading' || node.depth !== 3 || node.children.length === 0) continue
      const words = wordsOf(node)
      if (kinds.includes(words) && node.children[0]?.type === 'text') continue
      yield { ...placeOf(node), field: 'heading', message: messages.changeKind(words, kinds) }
    }
  },
}
