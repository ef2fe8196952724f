import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Blob, Buffer, Face, Feature, Font, shape, Variation } from 'harfbuzzjs'
import { decompress } from 'wawoff2'
import type { PathStep } from './raster.ts'
import type { Letter } from './sheet.ts'

/** Weight and width of the letters, on the axes of the fonts. */
export interface LetterStyle {
  weight: number
  width: number
}

/** What a letter looks like; there is one for all places where it stands. */
export interface GlyphShape {
  outline(): readonly PathStep[]
  /** As it was drawn, by size and place within a pixel. */
  drawn: Map<number, Letter>
}

/** One glyph of a text; `x` and `advance` are in parts of the size of the letters. */
export interface PlacedGlyph {
  shape: GlyphShape
  x: number
  advance: number
  /** Place of its character in the text. */
  index: number
}

/** Finds glyphs for texts, without any font of the system. */
export interface Typesetter {
  /** Reads the fonts that a text needs, and answers what of it can be written: there is no emoji. */
  prepare(text: string): Promise<string>
  /** The glyphs of a text on one line, whose fonts were read. */
  set(text: string, style: LetterStyle): PlacedGlyph[]
}

/** A font in one style, with the shapes that were asked for. */
interface StyledFont {
  font: Font
  shapes: Map<number, GlyphShape>
}

interface FontFile {
  path: string
  ranges: readonly (readonly [from: number, to: number])[]
  face?: Face
  /** One for each style, as variations belong to it. */
  fonts: Map<string, StyledFont>
}

/** The fonts of the site, in the order in which a character is looked for. */
const families = ['instrument-sans', 'noto-sans-jp']

/** Opens the fonts of the site; files of them are read when a text needs them. */
export function createTypesetter(): Typesetter {
  const files = families.flatMap(filesOf)
  const byCode = new Map<number, FontFile | undefined>()
  const fileOf = (character: string): FontFile | undefined => {
    const code = character.codePointAt(0) ?? 0
    if (!byCode.has(code)) {
      const found = files.find((file) =>
        file.ranges.some(([from, to]) => from <= code && code <= to),
      )
      byCode.set(code, found)
    }
    return byCode.get(code)
  }
  return {
    async prepare(text) {
      for (const file of new Set([...text].map(fileOf))) {
        if (file && !file.face) file.face = await open(file.path)
      }
      const known = [...text].filter((character) => fileOf(character) !== undefined)
      return known.join('').replaceAll(/\s+/g, ' ').trim()
    },
    set(text, style) {
      const glyphs: PlacedGlyph[] = []
      let x = 0
      for (const run of runsOf(text, fileOf)) {
        const set = setRun(run, style)
        for (const glyph of set) glyphs.push({ ...glyph, x: x + glyph.x })
        x += set.reduce((sum, { advance }) => sum + advance, 0)
      }
      return glyphs
    },
  }
}

async function open(path: string): Promise<Face> {
  return new Face(new Blob(await decompress(readFileSync(path))))
}

interface Run {
  file: FontFile
  text: string
  /** Where it begins in the whole text. */
  start: number
}

// Neighbours of one font file are set together, which is what kerning needs.
function runsOf(text: string, fileOf: (character: string) => FontFile | undefined): Run[] {
  const runs: Run[] = []
  let start = 0
  for (const character of text) {
    const last = runs.at(-1)
    const file = fileOf(character)
    if (file !== undefined) {
      if (last?.file === file && last.start + last.text.length === start) last.text += character
      else runs.push({ file, text: character, start })
    }
    start += character.length
  }
  return runs
}

/** Brackets and full stops of Japanese keep to their own width. */
const features = [new Feature('palt', 1), new Feature('kern', 1)]

function setRun({ file, text, start }: Run, style: LetterStyle): PlacedGlyph[] {
  const { face } = file
  if (face === undefined) throw new Error(`the font for "${text}" was not read`)
  const styled = fontOf(file, face, style)
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(styled.font, buffer, features)
  let x = 0
  const glyphs: PlacedGlyph[] = []
  for (const glyph of buffer.getGlyphInfosAndPositions()) {
    const { codepoint, cluster, xAdvance = 0, xOffset = 0 } = glyph
    // 0 is the empty box for a character that the font does not have.
    if (codepoint === 0) continue
    const advance = xAdvance / face.upem
    glyphs.push({
      shape: shapeOf(styled, codepoint, face.upem),
      x: x + xOffset / face.upem,
      advance,
      index: start + cluster,
    })
    x += advance
  }
  return glyphs
}

function shapeOf({ font, shapes }: StyledFont, glyph: number, upem: number): GlyphShape {
  const known = shapes.get(glyph)
  if (known !== undefined) return known
  const outline = (): PathStep[] =>
    font.glyphToJson(glyph).map(({ type, values }) => ({
      type,
      values: values.map((value) => value / upem),
    }))
  const found = { outline, drawn: new Map<number, Letter>() }
  shapes.set(glyph, found)
  return found
}

function fontOf(file: FontFile, face: Face, style: LetterStyle): StyledFont {
  const key = `${style.weight} ${style.width}`
  const known = file.fonts.get(key)
  if (known !== undefined) return known
  const font = new Font(face)
  font.setVariations([new Variation('wght', style.weight), new Variation('wdth', style.width)])
  const styled = { font, shapes: new Map<number, GlyphShape>() }
  file.fonts.set(key, styled)
  return styled
}

function filesOf(family: string): FontFile[] {
  const folder = `@fontsource-variable/${family}`
  const read = (name: string): string =>
    readFileSync(fileURLToPath(import.meta.resolve(`${folder}/${name}`)), 'utf8')
  const subsets: unknown = JSON.parse(read('unicode.json'))
  const axes = family === 'instrument-sans' ? 'wdth' : 'wght'
  return Object.entries(subsets ?? {}).map(([name, ranges]) => {
    const subset = name.replaceAll(/[[\]]/g, '')
    return {
      path: fileURLToPath(
        import.meta.resolve(`${folder}/files/${family}-${subset}-${axes}-normal.woff2`),
      ),
      ranges: rangesOf(String(ranges)),
      fonts: new Map(),
    }
  })
}

// As in CSS: `U+0000-00FF,U+0131`.
function rangesOf(text: string): (readonly [number, number])[] {
  return text.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
  })
}
