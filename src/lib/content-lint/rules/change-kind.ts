import { allMessages } from '../../../messages/all-messages.ts'
import { wordsOf } from '../../markdown/tree.ts'
import { nearest } from '../did-you-mean.ts'
import { placeOf } from '../finding.ts'
import { messages } from '../messages.ts'
import type { Rule } from '../rule.ts'

/** Letters that a heading shares with a kind that it means, as in "Improvements". */
const SHARED = 4

/** Headings that mean a kind of change are written as readers choose it; others stand for themselves. */
export const changeKind: Rule = {
  name: 'change-kind',
  *check({ nodes, folder, lang }) {
    if (folder !== 'changelog') return
    const kinds = Object.values(allMessages[lang].changelog.kinds)
    const known = Object.values(allMessages).flatMap(({ changelog }) =>
      Object.values(changelog.kinds),
    )
    for (const [node] of nodes) {
      if (node.type !== 'heading' || node.depth !== 3) continue
      const words = wordsOf(node)
      const isKind = kinds.includes(words) && node.children[0]?.type === 'text'
      const isMeant =
        known.some((kind) => words.startsWith(kind.slice(0, SHARED))) ||
        nearest(words, known) !== undefined
      if (isKind || !isMeant) continue
      yield { ...placeOf(node), field: 'heading', message: messages.changeKind(words, kinds) }
    }
  },
}
