import type { Lang } from '../languages.ts'
import type { LetterStyle, PlacedGlyph, Typesetter } from './fonts.ts'
import { balance, type Piece, piecesOf } from './lines.ts'

/** A text as glyphs on one line, with the pieces that stay together. */
export interface SetText {
  text: string
  glyphs: readonly PlacedGlyph[]
  pieces: readonly Piece[]
  /** Three dots, where a text is cut. */
  dots(): readonly PlacedGlyph[]
  measure(piece: Piece): number
}

/** Sets a text whose lines are looked for next. */
export function setText(setter: Typesetter, text: string, style: LetterStyle, lang: Lang): SetText {
  const glyphs = setter.set(text, style)
  const ends: number[] = Array.from({ length: text.length + 1 }, () => 0)
  for (const { index, x, advance } of glyphs) ends[index + 1] = x + advance
  for (let n = 1; n < ends.length; n++) ends[n] = Math.max(ends[n] ?? 0, ends[n - 1] ?? 0)
  return {
    text,
    glyphs,
    pieces: piecesOf(text, lang),
    dots: () => setter.set('…', style),
    measure: (piece) => (ends[endOf(text, piece)] ?? 0) - (ends[piece.start] ?? 0),
  }
}

// Spaces at the end of a line do not count.
function endOf(text: string, { start, end }: Piece): number {
  return start + text.slice(start, end).trimEnd().length
}

/** The lines of a text where a line is `width` times the size of its letters long. */
export function linesOf(
  { text, glyphs, pieces, measure }: SetText,
  width: number,
): PlacedGlyph[][] {
  return balance(pieces, width, measure).map((line) => {
    const end = endOf(text, line)
    const own = glyphs.filter(({ index }) => index >= line.start && index < end)
    const left = own[0]?.x ?? 0
    return own.map((glyph) => ({ ...glyph, x: glyph.x - left }))
  })
}

/** The first lines of a text; the last of them ends with dots when there would be more. */
export function cut({ dots }: SetText, lines: PlacedGlyph[][], most: number): PlacedGlyph[][] {
  const last = lines[most - 1]
  if (lines.length <= most || last === undefined) return lines
  const kept = last.slice(0, -2)
  const end = kept.at(-1)
  const x = end === undefined ? 0 : end.x + end.advance
  const more = dots().map((glyph) => ({ ...glyph, x: glyph.x + x }))
  return [...lines.slice(0, most - 1), [...kept, ...more]]
}
