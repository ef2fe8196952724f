import { allMessages } from '../messages/all-messages.ts'
import type { Lang } from './languages.ts'

const WORDS_PER_MINUTE = 220
const CHARACTERS_PER_MINUTE = 500

/** Returns the minutes to read a Markdown text, at least one; without spaces, characters count. */
export function readingMinutes(markdown: string, lang: Lang): number {
  const minutes = allMessages[lang].language.hasSpaces
    ? (markdown.match(/\S+/g)?.length ?? 0) / WORDS_PER_MINUTE
    : markdown.replace(/\s+/g, '').length / CHARACTERS_PER_MINUTE
  return Math.max(1, Math.round(minutes))
}
