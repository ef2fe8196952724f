/** Returns whether a text, found by word stems, contains all search words. */
export function hasWords(text: string, term: string): boolean {
  const folded = fold(text)
  return wordsOf(term).every((word) =>
    isLatin(word) ? beginningOf(word).test(folded) : folded.includes(word),
  )
}

/** Synonyms: what readers type and what the texts say. */
const otherWords: readonly [RegExp, string][] = [
  [/\blog[ -]?in\b/giu, 'sign in'],
  [/\blog[ -]?out\b/giu, 'sign out'],
  [/(?<!ブ)ログイン/gu, 'サインイン'],
  [/ログアウト/gu, 'サインアウト'],
  [/クッキー/gu, 'Cookie'],
]

/**
 * Normalizes a search: letter width, synonyms, and Japanese loan words without a final long vowel.
 */
export function spelled(term: string): string {
  return otherWords
    .reduce((text, [theirs, ours]) => text.replaceAll(theirs, ours), term.normalize('NFKC'))
    .replaceAll(/(?<=[\p{sc=Kana}ー]{3})ー(?![\p{sc=Kana}ー])/gu, '')
}

/** Share of a longer word that has to match from its beginning. */
const KEPT_PART = 0.55
const KEPT_LETTERS = 4

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' })

// Japanese has no spaces; its particles are in every text and are dropped.
function wordsOf(term: string): string[] {
  const folded = fold(spelled(term))
  const words = Array.from(segmenter.segment(folded))
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)
    .filter((word) => !/^\p{sc=Hira}$/u.test(word))
  return words.length === 0 ? [folded] : words
}

// Matches other forms of a word, such as `installing` for `installation`.
function beginningOf(word: string): RegExp {
  const kept = Math.max(KEPT_LETTERS, Math.ceil(word.length * KEPT_PART))
  return new RegExp(`(?<![\\p{L}\\p{N}])${word.slice(0, kept)}`, 'u')
}

function isLatin(word: string): boolean {
  return /^[\p{sc=Latin}\p{N}]+$/u.test(word)
}

// Ignores case and full or half width.
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}
