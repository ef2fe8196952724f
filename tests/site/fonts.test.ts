import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/lib/prepare.mjs'

/** Of the web font, in parts of its size: hhea table, ascender and descender. */
const ASCENT = 0.97
const DESCENT = 0.25

const folder = path.join(root, 'src/styles')
const css = readFileSync(path.join(folder, 'fonts.css'), 'utf8')
const faces = css.split('@font-face').slice(1)
const standIns = faces.filter((face) => face.includes('local('))

function percent(face: string, name: string): number {
  const found = new RegExp(`${name}: ([\\d.]+)%`).exec(face)?.[1]
  if (found === undefined) throw new Error(`no ${name} in ${face}`)
  return Number(found) / 100
}

test('fallback fonts have the line height of the web font', () => {
  expect(standIns.length).toBeGreaterThan(0)
  for (const face of standIns) {
    const size = percent(face, 'size-adjust')
    expect(percent(face, 'ascent-override') * size, face).toBeCloseTo(ASCENT, 2)
    expect(percent(face, 'descent-override') * size, face).toBeCloseTo(DESCENT, 2)
    expect(percent(face, 'line-gap-override'), face).toBe(0)
  }
})

test('each heading width has fallbacks based on Arial and on Roboto', () => {
  const widths = (family: string): string[] =>
    standIns
      .filter((face) => face.includes(`'${family}'`) && face.includes('font-weight: 600 700'))
      .map((face) => /font-stretch: (\d+)%/.exec(face)?.[1] ?? '')
      .toSorted()
  const styles = readdirSync(folder)
    .filter((name) => name !== 'fonts.css')
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
  const used = new Set(
    [...styles.join('').matchAll(/font-stretch: (\d+)%/g)].map((match) => match[1] ?? ''),
  )
  expect(used.size).toBeGreaterThan(1)
  for (const family of ['Instrument Sans Fallback', 'Instrument Sans Android'])
    expect(widths(family), family).toEqual(expect.arrayContaining([...used]))
})
