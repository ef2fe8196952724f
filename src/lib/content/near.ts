/** The known word that somebody most likely meant, if one is near enough. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = plain(word)
  // One slip in a short word, two in a longer one.
  let best = wanted.length < 5 ? 1 : 2
  let found: string | undefined
  for (const one of known) {
    const distance = slips(wanted, plain(one))
    if (distance < best || (distance === best && found === undefined)) {
      best = distance
      found = one
    }
  }
  return found
}

/** What to do about a word that is not known, after the question whether a known one was meant. */
export function didYouMean(word: string, known: Iterable<string>, otherwise: string): string {
  const found = nearest(word, known)
  if (found === undefined) return otherwise
  return `did you mean ${found}? ${otherwise.charAt(0).toUpperCase()}${otherwise.slice(1)}`
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '')
}

// Letters left out, added, changed, or swapped with their neighbour (Damerau and Levenshtein).
function slips(one: string, two: string): number {
  const rows: number[][] = [Array.from({ length: two.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= two.length; j++) {
      const at = (up: number, left: number): number =>
        (up === 0 ? row : rows[i - up])?.[j - left] ?? Infinity
      const isSame = one[i - 1] === two[j - 1]
      const isSwapped = one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1]
      row.push(
        Math.min(
          at(1, 0) + 1,
          at(0, 1) + 1,
          at(1, 1) + (isSame ? 0 : 1),
          isSwapped ? at(2, 2) + 1 : Infinity,
        ),
      )
    }
    rows.push(row)
  }
  return rows[one.length]?.[two.length] ?? Infinity
}
