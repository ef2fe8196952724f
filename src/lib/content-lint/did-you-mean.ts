import leven from 'leven'

/** Returns advice about an unknown word, with a suggestion if a known one is similar. */
export function didYouMean(word: string, known: Iterable<string>, otherwise: string): string {
  const found = nearest(word, known)
  if (found === undefined) return otherwise
  return `did you mean ${found}? ${otherwise.charAt(0).toUpperCase()}${otherwise.slice(1)}`
}

/** Returns the most similar known word, if it is similar enough. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = plain(word)
  // One typo in a short word, two in a longer one.
  const most = wanted.length < 5 ? 1 : 2
  const near = [...known]
    .map((one) => ({ one, distance: leven(wanted, plain(one), { maxDistance: most + 1 }) }))
    .filter(({ distance }) => distance <= most)
  return near.toSorted((a, b) => a.distance - b.distance)[0]?.one
}

function plain(word: string): string {
  return word.toLowerCase().replaceAll(/[\s_-]/g, '')
}
