import type { Lang } from './languages.ts'

const ENGLISH_WORDS_PER_MINUTE = 220
const JAPANESE_CHARACTERS_PER_MINUTE = 500

/** Minutes to read a Markdown text, at least one; Japanese is counted in characters, as it has no spaces. */
export function readingMinutes(markdown: string, lang: Lang): number {
  const amount =
    lang === 'ja'
      ? markdown.replace(/\s+/g, '').length / JAPANESE_CHARACTERS_PER_MINUTE
      : (markdown.match(/\S+/g)?.length ?? 0) / ENGLISH_WORDS_PER_MINUTE
  return Math.max(1, Math.round(amount))
}
