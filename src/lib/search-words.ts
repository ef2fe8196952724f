/** Whether a text, found by the stems of words, has all that somebody searched for. */
export function hasWords(text: string, term: string): boolean {
  const folded = fold(text)
  return wordsOf(term).every((word) =>
    isLatin(word) ? beginningOf(word).test(folded) : folded.includes(word),
  )
}

/** Letters at the beginning of a longer word that stay whatever its ending. */
const KEPT_PART = 0.55
const KEPT_LETTERS = 4

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

// Japanese is written without spaces; its particles are in every text.
function wordsOf(term: string): string[] {
  const folded = fold(term)
  const words = Array.from(segmenter.segment(folded))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .filter((word) => !/^\p{sc=Hira}$/u.test(word))
  return words.length === 0 ? [folded] : words
}

// A word in another form, such as `installing` for `installation`.
function beginningOf(word: string): RegExp {
  const kept = Math.max(KEPT_LETTERS, Math.ceil(word.length * KEPT_PART))
  return new RegExp(`(?<![\\p{L}\\p{N}])${word.slice(0, kept)}`, 'u')
}

function isLatin(word: string): boolean {
  return /^[\p{sc=Latin}\p{N}]+$/u.test(word)
}

// Full and half width, capital and small letters are the same to whoever searches.
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
