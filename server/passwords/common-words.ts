import { readFileSync } from 'node:fs'

let words: ReadonlySet<string> | undefined

/**
 * Whether a word is among those that people choose most often. Guessers add digits, marks and
 * look-alikes by rule, and so does `policy.ts`: each word stands for hundreds of passwords. The words
 * are what `scripts/make-common-words.ts` keeps of leaked passwords, and are read when first asked for.
 */
export function isCommon(word: string): boolean {
  words ??= new Set(
    readFileSync(new URL('common-words.txt', import.meta.url), 'utf8')
      .trim()
      .split(/\s+/),
  )
  return words.has(word)
}
