import { basename } from 'node:path'
import { foundLinks } from '../links.ts'
import { messages } from '../messages.ts'
import { placeOf, type Rule } from '../rule.ts'

/** Screen readers read a description in one go. */
const MOST_CHARACTERS = 160

/** Pictures have a description of what they show. */
export const altText: Rule = {
  name: 'alt-text',
  *check(text) {
    for (const { node, isPicture, words, url } of foundLinks(text)) {
      const message = isPicture && url !== '' ? messageFor(words.trim(), url) : undefined
      if (message !== undefined) yield { ...placeOf(node), field: 'picture', message }
    }
  },
}

/** Whether words say nothing about a picture, as its name and "image" do. */
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
