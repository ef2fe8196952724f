import { expect, test } from 'vitest'
import { colours } from '../../protocol/theme.ts'

/** Relative luminance of WCAG 2.2. */
function luminance(colour: string): number {
  const [, digits = ''] = colour.split('#')
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const TEXT = 4.5
const EDGE = 3

test.each(
  (['light', 'dark'] as const).flatMap((theme) =>
    (
      [
        ['ink', 'surface', TEXT],
        ['ink-soft', 'surface', TEXT],
        ['ink-soft', 'sunken', TEXT],
        ['accent', 'surface', TEXT],
        ['accent-ink', 'accent', TEXT],
        ['accent-ink', 'accent-strong', TEXT],
        ['danger', 'danger-soft', TEXT],
        ['ok', 'surface', TEXT],
        ['line-strong', 'surface', EDGE],
        ['line-strong', 'sunken', EDGE],
        ['accent', 'sunken', EDGE],
        ['accent', 'accent-soft', EDGE],
        ['ok', 'ok-soft', EDGE],
      ] as const
    ).map(([one, other, least]) => [one, other, theme, least] as const),
  ),
)('sets %s off from %s: %s, %f and more', (one, other, theme, least) => {
  expect(contrast(colours[one][theme], colours[other][theme])).toBeGreaterThanOrEqual(least)
})
