const MAX_CHANGES = 3

/** The word that was most likely meant, or undefined when none is near. */
export function didYouMean(typed: string, words: readonly string[]): string | undefined {
  const ranked = words
    .map((word) => ({ word, changes: distance(typed.toLowerCase(), word.toLowerCase()) }))
    .sort((one, other) => one.changes - other.changes)
  const [best] = ranked
  return best !== undefined && best.changes <= Math.min(MAX_CHANGES, typed.length / 2)
    ? best.word
    : undefined
}

// Levenshtein: how many letters have to be added, left out or replaced.
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1]
    for (let column = 0; column < other.length; column++) {
      const replaced = (above[column] ?? 0) + (letter === other[column] ? 0 : 1)
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1))
    }
    above = line
  }
  return above.at(-1) ?? 0
}
