import { foundLinks } from '../links.ts'
import { messages } from '../messages.ts'
import { placeOf } from '../finding.ts'
import type { Rule } from '../rule.ts'

const VAGUE = /^(?:click here|here|this|link|こちら|ここ)$/i

/** Link texts make sense out of context. */
export const linkWords: Rule = {
  name: 'link-words',
  *check(text) {
    for (const { node, isPicture, isBare, words, url } of foundLinks(text)) {
      if (isPicture || isBare) continue
      const message = messageFor(words.trim(), url)
      if (message !== undefined) yield { ...placeOf(node), field: 'link', message }
    }
  },
}

function messageFor(words: string, url: string): string | undefined {
  if (words === '') return messages.linkWords.missing(url)
  if (url === '') return messages.linkWords.noAddress(words)
  return VAGUE.test(words) ? messages.linkWords.vague(words) : undefined
}
