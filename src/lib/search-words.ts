/** Returns whether a text, found by word stems, contains all search words. */
export function hasWords(text: string, term: string): boolean {
  const folded = fold(text)
  return wordsOf(term).every((word) =>
    isLatin(word) ? beginningOf(word).test(folded) : folded.includes(word),
  )
}

/** Returns where a text has what somebody searched for, in order and without overlaps. */
export function findsOf(text: string, term: string): [from: number, to: number][] {
  const words = wordsOf(term).toSorted((one, two) => two.length - one.length)
  const patterns = words.map((word) =>
    isLatin(word) ? `(?<![\\p{L}\\p{N}])${keptOf(word)}[\\p{L}\\p{N}]*` : `${escaped(word)}ー?`,
  )
  const pattern = new RegExp(patterns.join('|'), 'giu')
  const finds: [from: number, to: number][] = []
  for (const { index, 0: found } of text.matchAll(pattern)) {
    const last = finds.at(-1)
    // A word of two parts is one find.
    if (last?.[1] === index) last[1] += found.length
    else finds.push([index, index + found.length])
  }
  return finds
}

/** Synonyms that readers search for. */
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
  return new RegExp(`(?<![\\p{L}\\p{N}])${keptOf(word)}`, 'u')
}

function keptOf(word: string): string {
  return word.slice(0, Math.max(KEPT_LETTERS, Math.ceil(word.length * KEPT_PART)))
}

function isLatin(word: string): boolean {
  return /^[\p{sc=Latin}\p{N}]+$/u.test(word)
}

// Ignores case and full or half width.
function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function escaped(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
