import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Renderer } from '@takumi-rs/core'

type Range = [from: number, to: number]

interface FontFile {
  name: string
  path: string
  unicodeRange: Range[]
}

/** Font families in order of preference, each with an axis. */
const families = { 'instrument-sans': 'wdth', 'noto-sans-jp': 'wght' }

/** A family stack for CSS. */
export const fontStack = Object.keys(families).join(', ')

/** Returns a function that loads the font files needed for a text into a renderer. */
export function createFonts(renderer: Renderer): (text: string) => Promise<void> {
  const waiting = new Set(Object.entries(families).flatMap(([name, axis]) => filesOf(name, axis)))
  return async (text) => {
    const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
    for (const file of waiting) {
      const isNeeded = file.unicodeRange.some(([from, to]) =>
        codes.some((code) => from <= code && code <= to),
      )
      if (!isNeeded) continue
      waiting.delete(file)
      const { name, path, unicodeRange } = file
      await renderer.registerFont({ name, data: readFileSync(path), unicodeRange })
    }
  }
}

function filesOf(name: string, axis: string): FontFile[] {
  const folder = join(process.cwd(), 'node_modules/@fontsource-variable', name)
  const subsets: unknown = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'))
  return Object.entries(Object(subsets)).map(([subset, ranges]) => ({
    name,
    path: join(folder, `files/${name}-${subset.replaceAll(/[[\]]/g, '')}-${axis}-normal.woff2`),
    unicodeRange: String(ranges).split(',').map(rangeOf),
  }))
}

// Parses CSS ranges such as `U+0000-00FF`.
function rangeOf(text: string): Range {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}
