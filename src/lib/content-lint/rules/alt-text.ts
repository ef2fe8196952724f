import { basename } from 'node:path'
import { foundLinks } from '../links.ts'
import { messages } from '../messages.ts'
import { placeOf } from '../finding.ts'
import type { Rule } from '../rule.ts'

/** Screen readers read a description without pause. */
const MOST_CHARACTERS = 160

/** Pictures have a meaningful description. */
export const altText: Rule = {
  name: 'alt-text',
  *check(text) {
    for (const { node, isPicture, words, url } of foundLinks(text)) {
      const message = isPicture && url !== '' ? messageFor(words.trim(), url) : undefined
      if (message !== undefined) yield { ...placeOf(node), field: 'picture', message }
    }
  },
}

/** Returns whether a description says nothing, like the file name or "image". */
export function isVague(words: string, url: string): boolean {
  const text = words.trim()
  const isGeneric = /^(?:image|picture|photo|screenshot|img|画像|写真|図)\d*$/i.test(text)
  return isGeneric || text === basename(url)
}

function messageFor(words: string, url: string): string | undefined {
  if (words === '') return messages.altText.missing(url)
  if (isVague(words, url)) return messages.altText.vague(words, url)
  return words.length > MOST_CHARACTERS ? messages.altText.tooLong(url, MOST_CHARACTERS) : undefined
}
