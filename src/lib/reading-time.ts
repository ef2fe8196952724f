import { readFileSync } from 'node:fs'
import type { Lang } from './languages.ts'

const ENGLISH_WORDS_PER_MINUTE = 220
const JAPANESE_CHARACTERS_PER_MINUTE = 500

/** Minutes to read a Markdown text, at least one; Japanese is counted in characters, as it has no spaces. */
export function readingMinutes(markdown: string, lang: Lang): number {
  const body = markdown.replace(/^---\n[\s\S]*?\n---\n/, '')
  const amount =
    lang === 'ja'
      ? body.replace(/\s+/g, '').length / JAPANESE_CHARACTERS_PER_MINUTE
      : (body.match(/\S+/g)?.length ?? 0) / ENGLISH_WORDS_PER_MINUTE
  return Math.max(1, Math.round(amount))
}

const counted = new Map<string, { digest: string; minutes: number }>()

/**
 * The same for a file, counted again only when the digest of its text is another: while developing,
 * each page asks for all posts.
 */
export function readingMinutesOf(file: string, digest: string, lang: Lang): number {
  const known = counted.get(file)
  if (known?.digest === digest) return known.minutes
  const minutes = readingMinutes(readFileSync(file, 'utf8'), lang)
  counted.set(file, { digest, minutes })
  return minutes
}
