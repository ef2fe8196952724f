import { createTypesetter, type LetterStyle, type PlacedGlyph, type Typesetter } from './fonts.ts'
import { SOCIAL_HEIGHT_PX, SOCIAL_WIDTH_PX, type SocialPicture } from './picture.ts'
import { encodePng } from './png.ts'
import type { PathStep } from './raster.ts'
import { cut, linesOf, setText, type SetText } from './set-text.ts'
import { ink, paletteOf, Sheet } from './sheet.ts'

const LEFT_PX = 84
const RIGHT_PX = SOCIAL_WIDTH_PX - 84
const HEAD_BASELINE_PX = 112
const TITLE_LEFT_PX = LEFT_PX + 36
const TITLE_MIDDLE_PX = 322
/** No title comes nearer to the name than this. */
const TITLE_TOP_PX = 164
const NOTE_BASELINE_PX = SOCIAL_HEIGHT_PX - 76

const headline: LetterStyle = { weight: 600, width: 84 }
const plain: LetterStyle = { weight: 500, width: 100 }

/** Sizes of a title, with the most lines it may have in each. */
const TITLE_SIZES = [
  { px: 108, lines: 1 },
  { px: 86, lines: 2 },
  { px: 74, lines: 3 },
  { px: 62, lines: 4 },
  { px: 50, lines: 5 },
  { px: 43, lines: 6 },
] as const
/** What a title loses in size when there is a text below it. */
const WITH_TEXT = 0.85
const TEXT_PX = 33
const TEXT_LINES = 3
const SMALL_PX = 28

/** Draws social pictures. */
export interface CardMaker {
  /** The picture as a PNG file. */
  draw(picture: SocialPicture): Promise<Uint8Array>
}

/** Opens the fonts and answers what draws with them; shapes of letters are kept for all pictures. */
export function createCardMaker(): CardMaker {
  const setter = createTypesetter()
  const palette = paletteOf()
  // Most of a picture is the same on all of a part of the site.
  const sheets = new Map<string, Sheet>()
  const sheetOf = (name: string, label: string): Sheet => {
    const key = JSON.stringify([name, label])
    const known = sheets.get(key)
    if (known !== undefined) return known
    const sheet = new Sheet()
    drawSigns(sheet)
    drawHead(sheet, setter, name, label)
    sheet.keep()
    sheets.set(key, sheet)
    return sheet
  }
  return {
    async draw(picture) {
      const { lang, name, label = '', title, text = '', note = '' } = picture
      await setter.prepare('…')
      const [head, part] = [await setter.prepare(name), await setter.prepare(label)]
      const written = {
        lang,
        title: await setter.prepare(title),
        text: await setter.prepare(text),
        note: await setter.prepare(note),
      }
      // From here to the file nothing waits, so that two pictures do not meet.
      const sheet = sheetOf(head, part)
      try {
        drawWords(sheet, setter, written)
        return encodePng({
          width: SOCIAL_WIDTH_PX,
          height: SOCIAL_HEIGHT_PX,
          parts: sheet.parts(),
          checksum: sheet.checksum(),
          palette,
        })
      } finally {
        sheet.wipe()
      }
    },
  }
}

function drawHead(sheet: Sheet, setter: Typesetter, name: string, label: string): void {
  sheet.line(setter.set(name, headline), LEFT_PX + 58, HEAD_BASELINE_PX, 38, ink.text)
  const labelled = setter.set(label, plain)
  sheet.line(
    labelled,
    RIGHT_PX - widthOf(labelled) * SMALL_PX,
    HEAD_BASELINE_PX,
    SMALL_PX,
    ink.soft,
  )
}

type Words = Required<Omit<SocialPicture, 'name' | 'label'>>

function drawWords(sheet: Sheet, setter: Typesetter, { lang, title, text, note }: Words): void {
  const width = RIGHT_PX - TITLE_LEFT_PX
  const about = setText(setter, text, plain, lang)
  const below = text === '' ? [] : cut(about, linesOf(about, width / TEXT_PX), TEXT_LINES)
  const scale = text === '' ? 1 : WITH_TEXT
  const head = fit(setText(setter, title, headline, lang), width, scale)
  const leading = head.px * (lang === 'ja' ? 1.34 : 1.14)
  const gap = text === '' ? 0 : 26
  const total = head.lines.length * leading + gap + below.length * TEXT_PX * 1.5
  const top = Math.max(TITLE_TOP_PX, TITLE_MIDDLE_PX - total / 2)
  // The title stands as a line that was just added stands in the editor.
  const barTop = Math.round(top + leading * 0.1)
  sheet.bar(LEFT_PX, barTop, 9, Math.round(top + total - leading * 0.02) - barTop, ink.accent)
  head.lines.forEach((line, n) => {
    const y = top + leading * (n + 0.5) + head.px * 0.35
    sheet.line(line, TITLE_LEFT_PX, y, head.px, ink.text)
  })
  below.forEach((line, n) => {
    const y = top + head.lines.length * leading + gap + TEXT_PX * (1.5 * n + 1.05)
    sheet.line(line, TITLE_LEFT_PX, y, TEXT_PX, ink.soft)
  })
  sheet.line(setter.set(note, plain), LEFT_PX, NOTE_BASELINE_PX, SMALL_PX, ink.soft)
}

// What all pictures share: the sign beside the name, and once more, large, leaving at the corner.
function drawSigns(sheet: Sheet): void {
  sheet.shape(mark('old', LEFT_PX - 5, HEAD_BASELINE_PX - 41, 1.6), ink.text)
  sheet.shape(mark('new', LEFT_PX - 5, HEAD_BASELINE_PX - 41, 1.6), ink.accent)
  sheet.shape(mark('old', 1000, 486, 7), ink.line)
  sheet.shape(mark('new', 1000, 486, 7), ink.accent)
}

function widthOf(glyphs: readonly PlacedGlyph[]): number {
  return glyphs.reduce((sum, { advance }) => sum + advance, 0)
}

/** The largest size in which a title has few enough lines; what is too long even then is cut. */
function fit(text: SetText, width: number, scale: number): { px: number; lines: PlacedGlyph[][] } {
  for (const { px, lines } of TITLE_SIZES) {
    const found = linesOf(text, width / (px * scale))
    if (found.length <= lines || px === TITLE_SIZES.at(-1)?.px) {
      return { px: px * scale, lines: cut(text, found, lines) }
    }
  }
  throw new Error('there are no sizes')
}

// The two halves of the sign on a field of 32 × 32, as in `components/mark.astro`.
function mark(half: 'old' | 'new', left: number, top: number, scale: number): PathStep[] {
  const old: PathStep[] = [
    { type: 'M', values: [10, 5] },
    { type: 'L', values: [28, 5] },
    { type: 'L', values: [24, 15] },
    { type: 'L', values: [10, 15] },
    { type: 'C', values: [3.333, 15, 3.333, 5, 10, 5] },
    { type: 'Z', values: [] },
  ]
  // The lower half is the upper one, turned round.
  const turned = old.map(({ type, values }) => ({
    type,
    values: values.map((value) => 32 - value),
  }))
  return (half === 'old' ? old : turned).map(({ type, values }) => ({
    type,
    values: values.map((value, n) => value * scale + (n % 2 === 0 ? left : top)),
  }))
}
