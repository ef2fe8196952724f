import type { Lang } from '../languages.ts'

/** Part of a text that stays together; `start` and `end` are places in the text. */
export interface Piece {
  start: number
  end: number
}

/** Characters that no line of Japanese begins with (JIS X 4051, JLReq §3.1.7). */
const NOT_FIRST =
  /^[、。，．・：；？！ー〜…‥」』）］｝〉》】’”ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々,.:;?!)\]}%]/u

/** Characters that no line of Japanese ends with. */
const NOT_LAST = /[「『（［｛〈《【‘“([{]$/u

const words = new Intl.Segmenter('ja', { granularity: 'word' })

/** Where the lines of a text may break: between words, and in Japanese between phrases. */
export function piecesOf(text: string, lang: Lang): Piece[] {
  if (lang === 'en') {
    return [...text.matchAll(/\S+?(?:[-–—/](?=\w)|(?=\s|$))\s*/g)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    }))
  }
  const pieces: (Piece & { text: string })[] = []
  for (const { segment, index } of words.segment(text)) {
    const last = pieces.at(-1)
    if (last !== undefined && staysWith(last.text, segment)) {
      last.text += segment
      last.end = index + segment.length
    } else {
      pieces.push({ start: index, end: index + segment.length, text: segment })
    }
  }
  return pieces.map(({ start, end }) => ({ start, end }))
}

// A phrase begins with what it is about and ends with its particles, which are written in hiragana.
function staysWith(before: string, next: string): boolean {
  if (NOT_FIRST.test(next) || NOT_LAST.test(before) || /^\s/.test(next)) return true
  if (/[\s、。，！？」』）]$/u.test(before)) return false
  if (/^\p{sc=Hira}/u.test(next)) return true
  // Words made of two, such as 編集画面 or APIキー, are one.
  return !/\p{sc=Hira}$/u.test(before)
}

/**
 * Puts pieces on as few lines as `width` allows, then makes these about equally long. A piece that
 * is longer than a line is broken between its characters.
 */
export function balance(
  pieces: readonly Piece[],
  width: number,
  measure: (piece: Piece) => number,
): Piece[] {
  const small = pieces.flatMap((piece) => (measure(piece) <= width ? [piece] : characters(piece)))
  const most = fill(small, width, measure)
  let [narrow, wide] = [width / most.length, width]
  for (let n = 0; n < 8; n++) {
    const middle = (narrow + wide) / 2
    const longest = Math.max(...small.map(measure))
    if (middle >= longest && fill(small, middle, measure).length <= most.length) wide = middle
    else narrow = middle
  }
  return fill(small, wide, measure)
}

function fill(pieces: readonly Piece[], width: number, measure: (piece: Piece) => number): Piece[] {
  const lines: Piece[] = []
  for (const piece of pieces) {
    const last = lines.at(-1)
    const joined = { start: last?.start ?? piece.start, end: piece.end }
    if (last !== undefined && measure(joined) <= width) last.end = piece.end
    else lines.push({ ...piece })
  }
  return lines
}

function characters({ start, end }: Piece): Piece[] {
  return Array.from({ length: end - start }, (_, n) => ({ start: start + n, end: start + n + 1 }))
}
