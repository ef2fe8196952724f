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

/** Returns a function that waits until a renderer has the font files needed for a text. */
export function createFonts(
  renderer: Pick<Renderer, 'registerFont'>,
): (text: string) => Promise<void> {
  const files = Object.entries(families).flatMap(([name, axis]) => filesOf(name, axis))
  // Pictures are drawn at the same time, so the second one waits for what the first one began to load.
  const loading = new Map<FontFile, Promise<unknown>>()
  function load(file: FontFile): Promise<unknown> {
    const { name, path, unicodeRange } = file
    const started =
      loading.get(file) ?? renderer.registerFont({ name, data: readFileSync(path), unicodeRange })
    loading.set(file, started)
    return started
  }
  return async (text) => {
    const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
    const needed = files.filter(({ unicodeRange }) =>
      unicodeRange.some(([from, to]) => codes.some((code) => from <= code && code <= to)),
    )
    await Promise.all(needed.map(load))
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
