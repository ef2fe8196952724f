import { closestMatch } from 'leven'

const MAX_EDITS = 3

/** Returns the word that `typed` most likely stands for, if one is close enough. */
export function didYouMean(typed: string, words: readonly string[]): string | undefined {
  const byLowerCase = new Map(words.map((word) => [word.toLowerCase(), word]))
  const maxDistance = Math.min(MAX_EDITS, Math.floor(typed.length / 2))
  const match = closestMatch(typed.toLowerCase(), [...byLowerCase.keys()], { maxDistance })
  return match === undefined ? undefined : byLowerCase.get(match)
}
