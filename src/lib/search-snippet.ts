import { findsOf, hasWords } from './search-words.ts'

/** A piece of a snippet; `isFind` where it is what somebody searched for. */
export interface SnippetPiece {
  text: string
  isFind: boolean
}

/** Width of a snippet, in letters of half width. */
const WIDTH = 180

/**
 * Returns the sentence of a text that has most of what was searched for, and what follows, cut
 * between words. `title` stands above it, so it is not repeated.
 */
export function snippetOf(
  content: string,
  { title, term, lang }: { title: string; term: string; lang: string },
): SnippetPiece[] {
  const sentences = sentencesOf(content, lang).filter((text) => bare(text) !== bare(title))
  const scores = sentences.map((text) => scoreOf(text, term))
  const best = scores.indexOf(Math.max(...scores))
  const text = cut(sentences.slice(Math.max(best, 0)).join(''), term, lang)
  return piecesOf(text, term)
}

function sentencesOf(content: string, lang: string): string[] {
  // The index has neither blank lines nor headings, but a full stop where one was missing.
  const text = content
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/([。！？!?:：.])\s*\./gu, '$1')
    .replaceAll(/(?<=[\p{sc=Hira}\p{sc=Kana}\p{sc=Han}ー])\.\s/gu, '。')
    .trim()
  const segments = new Intl.Segmenter(lang, { granularity: 'sentence' }).segment(text)
  return Array.from(segments, ({ segment }) => segment)
}

function scoreOf(sentence: string, term: string): number {
  const finds = findsOf(sentence, term).map(([from, to]) => sentence.slice(from, to))
  // A heading without further words says less than the sentence after it.
  const isBare = finds.join('').length >= bare(sentence).length
  return new Set(finds).size + (hasWords(sentence, term) ? 1 : 0) - (isBare ? 1 : 0)
}

// From the first word, unless what was found would not be seen.
function cut(text: string, term: string, lang: string): string {
  const words = Array.from(
    new Intl.Segmenter(lang, { granularity: 'word' }).segment(text),
    ({ segment, index }) => ({ segment, index }),
  )
  const [find = [0, 0]] = findsOf(text, term)
  const isFar = widthOf(text.slice(0, find[1])) > WIDTH
  const first = isFar
    ? words.findIndex(({ index }) => widthOf(text.slice(index, find[1])) < WIDTH / 2)
    : 0
  let width = 0
  let end = first
  while (end < words.length && width + widthOf(words[end]?.segment ?? '') <= WIDTH) {
    width += widthOf(words[end]?.segment ?? '')
    end += 1
  }
  const shown = words
    .slice(first, end)
    .map(({ segment }) => segment)
    .join('')
    .trim()
  return `${isFar ? '…' : ''}${shown.replace(end < words.length ? /[\s、,:;(（「]+$/u : /$/u, '')}${end < words.length ? '…' : ''}`
}

function piecesOf(text: string, term: string): SnippetPiece[] {
  const pieces: SnippetPiece[] = []
  let at = 0
  for (const [from, to] of findsOf(text, term)) {
    pieces.push(
      { text: text.slice(at, from), isFind: false },
      { text: text.slice(from, to), isFind: true },
    )
    at = to
  }
  pieces.push({ text: text.slice(at), isFind: false })
  return pieces.filter((piece) => piece.text !== '')
}

// Letters of Chinese and Japanese are twice as wide as those of Latin.
function widthOf(text: string): number {
  return text.length + (text.match(/[\u3000-\u9fff\uff00-\uff60]/gu)?.length ?? 0)
}

function bare(text: string): string {
  return text.replace(/[\s.。]+$/u, '').trim()
}
