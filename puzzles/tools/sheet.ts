// Draws many puzzles of a kind side by side, for people to judge them.
// Run: node puzzles/tools/sheet.ts <slide|text|3d|whirl> [--count 50] [--language en] [--level 0]
//      [--answers] [--out file.html or file.png]
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { draw, kinds, type Drawn, type Language, type Level } from '../index.ts'
import { languages } from '../glyphs/language.ts'

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

interface Cell {
  caption: string
  /** Stacked pictures with position and size in units. */
  layers: { webp: string; x: number; y: number; w: number; h: number; isRound?: boolean }[]
  /** Points of the solution. */
  marks: { x: number; y: number }[]
  width: number
  height: number
}

function toCell({ puzzle, solution }: Drawn, language: Language): Cell {
  switch (puzzle.subtype) {
    case 'slide': {
      const { w, h, size, y } = puzzle.geom
      return {
        caption: '',
        layers: [
          { webp: puzzle.parts.bg, x: 0, y: 0, w, h },
          { webp: puzzle.parts.piece, x: 2, y, w: size, h: size },
        ],
        marks: 'x' in solution ? [{ x: solution.x + size / 2, y: y + size / 2 }] : [],
        width: w,
        height: h,
      }
    }
    case 'text': {
      const { w, h, prompt } = puzzle.geom
      return {
        caption: '',
        layers: [
          { webp: puzzle.parts.prompt, x: 0, y: 0, w: prompt.w, h: prompt.h },
          { webp: puzzle.parts.bg, x: 0, y: prompt.h + 4, w, h },
        ],
        marks:
          'places' in solution
            ? solution.places.map(({ x, y }) => ({ x, y: y + prompt.h + 4 }))
            : [],
        width: w,
        height: h + prompt.h + 4,
      }
    }
    case '3d': {
      const { w, h } = puzzle.geom
      const outlines = 'outlines' in solution ? solution.outlines : []
      return {
        caption: puzzle.variant === 'pair' ? 'two alike' : puzzle.ask[language],
        layers: [{ webp: puzzle.parts.bg, x: 0, y: 0, w, h }],
        marks: outlines.map((points) => ({
          x: points.reduce((sum, [x]) => sum + x, 0) / points.length,
          y: points.reduce((sum, [, y]) => sum + y, 0) / points.length,
        })),
        width: w,
        height: h,
      }
    }
    case 'whirl': {
      const { size } = puzzle.geom
      return {
        caption: 'deg' in solution ? String(Math.round(solution.deg)) : '',
        layers: [{ webp: puzzle.parts.disc, x: 0, y: 0, w: size, h: size, isRound: true }],
        marks: [],
        width: size,
        height: size,
      }
    }
  }
}

function toHtml(cells: readonly Cell[], title: string): string {
  const figures = cells.map(
    ({ caption, layers, marks, width, height }) => `<figure style="width:${width}px">
<div style="position:relative;width:${width}px;height:${height}px">${layers
      .map(
        ({ webp, x, y, w, h, isRound }) =>
          `<img alt="" src="data:image/webp;base64,${webp}" style="position:absolute;left:${x}px;top:${y}px;width:${w}px;height:${h}px;border-radius:${isRound ? 50 : 0}%">`,
      )
      .join('')}${marks.map(({ x, y }) => `<i style="left:${x}px;top:${y}px"></i>`).join('')}</div>
<figcaption>${escapeHtml(caption)}</figcaption></figure>`,
  )
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>body{font:15px system-ui;margin:1rem;display:flex;flex-wrap:wrap;gap:1rem;color-scheme:light dark}
figure{margin:0}figcaption{min-height:1.3em}
i{position:absolute;width:14px;height:14px;margin:-7px;border:2px solid #fff;outline:2px solid #000;border-radius:50%}</style>
${figures.join('\n')}
</html>
`
}

/** Crops a picture to the visible disc. */
function roundOff(width: number, height: number): { input: Buffer; blend: 'dest-in' } {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width)}" height="${Math.round(height)}" viewBox="0 0 2 2"><circle cx="1" cy="1" r="1"/></svg>`
  return { input: Buffer.from(svg), blend: 'dest-in' }
}

async function toPng(cells: readonly Cell[], columns: number, scale: number): Promise<Buffer> {
  const gap = 10
  const captionHeight = cells.some(({ caption }) => caption !== '') ? 20 : 0
  const width = Math.max(...cells.map((cell) => cell.width)) + gap
  const height = Math.max(...cells.map((cell) => cell.height)) + gap + captionHeight
  const rows = Math.ceil(cells.length / columns)
  const layers = await Promise.all(
    cells.flatMap((cell, i) => {
      const left = (i % columns) * width + gap / 2
      const top = Math.floor(i / columns) * height + gap / 2
      const marks = cell.marks
        .map(
          ({ x, y }) =>
            `<circle cx="${x}" cy="${y}" r="7" fill="none" stroke="red" stroke-width="3"/>`,
        )
        .join('')
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cell.width * scale}" height="${(cell.height + captionHeight) * scale}" viewBox="0 0 ${cell.width} ${cell.height + captionHeight}">${marks}<text x="2" y="${cell.height + 15}" font-size="14" font-family="sans-serif">${escapeHtml(cell.caption)}</text></svg>`
      return [
        ...cell.layers.map(async ({ webp, x, y, w, h, isRound }) => ({
          input: await sharp(Buffer.from(webp, 'base64'))
            .resize(Math.round(w * scale), Math.round(h * scale), { fit: 'fill' })
            .composite(isRound ? [roundOff(w * scale, h * scale)] : [])
            .png()
            .toBuffer(),
          left: Math.round((left + x) * scale),
          top: Math.round((top + y) * scale),
        })),
        Promise.resolve({
          input: Buffer.from(svg),
          left: Math.round(left * scale),
          top: Math.round(top * scale),
        }),
      ]
    }),
  )
  return await sharp({
    create: {
      width: Math.round(width * columns * scale),
      height: Math.round(height * rows * scale),
      channels: 3,
      background: '#ffffff',
    },
  })
    .composite(layers)
    .png()
    .toBuffer()
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '50' },
    columns: { type: 'string', default: '5' },
    scale: { type: 'string', default: '1' },
    language: { type: 'string', default: 'en' },
    level: { type: 'string', default: '0' },
    answers: { type: 'boolean', default: false },
    out: { type: 'string' },
  },
})
const kind = kinds.find((one) => one === positionals[0])
if (!kind) throw new Error(`Name a kind: ${kinds.join(', ')}.`)
const language = languages.find((one) => one === values.language) ?? 'en'
const level: Level = values.level === '2' ? 2 : values.level === '1' ? 1 : 0
const cells: Cell[] = []
const started = process.cpuUsage()
for (let i = 0; i < Number(values.count); i++) {
  const cell = toCell(await draw(kind, { language, level }), language)
  cells.push(
    values.answers ? cell : { ...cell, marks: [], ...(kind === 'whirl' ? { caption: '' } : {}) },
  )
}
const { user, system } = process.cpuUsage(started)
const out = values.out ?? `captcha-${kind}.html`
const title = `${cells.length} challenges: ${kind}`
writeFileSync(
  out,
  out.endsWith('.png')
    ? await toPng(cells, Number(values.columns), Number(values.scale))
    : toHtml(cells, title),
)
const each = ((user + system) / 1000 / cells.length).toFixed(1)
process.stdout.write(`${out}: ${title}, ${each} ms of processor each\n`)
