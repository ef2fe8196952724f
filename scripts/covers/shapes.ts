import { colours as theme } from '#protocol/theme.ts'

/** Colours of the light theme, and backgrounds that suit both themes. */
export const colours = {
  paper: '#eeebe3',
  sand: '#d8cfbf',
  mist: '#dde4fb',
  ink: theme.ink.light,
  night: '#2b2622',
  blue: theme.accent.light,
  sky: '#8fa4ff',
  forest: '#1f5b3d',
  mint: theme.ok.dark,
  clay: '#b5532f',
  white: '#ffffff',
  line: '#d3ccbf',
  stone: '#8f8578',
} as const

/** Fill and stroke of a shape; each may be absent. */
export interface Paint {
  fill?: string
  stroke?: string
  width?: number
  /** From 0 to 1. */
  opacity?: number
}

export function box(x: number, y: number, w: number, h: number, r: number, paint: Paint): string {
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}"${painted(paint)}/>`
}

/** Returns a circle around a point. */
export function disc(x: number, y: number, r: number, paint: Paint): string {
  return `<circle cx="${x}" cy="${y}" r="${r}"${painted(paint)}/>`
}

/** `d` is the data of an SVG path. */
export function path(d: string, paint: Paint): string {
  return `<path d="${d}"${painted(paint)}/>`
}

/** Moves and scales shapes. */
export function scaled(x: number, y: number, factor: number, shapes: readonly string[]): string {
  return `<g transform="translate(${x} ${y}) scale(${factor})">${shapes.join('')}</g>`
}

/** Returns bars in a row that stand for words. */
export function words(x: number, y: number, widths: readonly number[], fill: string): string {
  let at = x
  return widths
    .map((width) => {
      const bar = box(at, y, width, WORD_HEIGHT, WORD_HEIGHT / 3, { fill })
      at += width + WORD_GAP
      return bar
    })
    .join('')
}

const WORD_HEIGHT = 26
const WORD_GAP = 20

function painted({ fill = 'none', stroke, width = 0, opacity }: Paint): string {
  const line =
    stroke === undefined
      ? ''
      : ` stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"`
  return ` fill="${fill}"${line}${opacity === undefined ? '' : ` opacity="${opacity}"`}`
}
