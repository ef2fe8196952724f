import { readFileSync } from 'node:fs'

let words: ReadonlySet<string> | undefined

/** Returns whether a word is common in leaked passwords (`scripts/make-common-words.ts`). */
export function isCommon(word: string): boolean {
  words ??= new Set(
    readFileSync(new URL('common-words.txt', import.meta.url), 'utf8')
      .trim()
      .split(/\s+/),
  )
  return words.has(word)
}
