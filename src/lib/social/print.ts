import { type PathStep, type Point, rasterise } from './raster.ts'
import { type Stretch, stretchOf } from './run-stream.ts'

/** So many steps of each colour, from paper to ink, are in the list of colours. */
export const STEPS = 16

/** What an outline leaves in each row it crosses, from its first to its last drop of ink. */
export interface Print {
  top: number
  rows: readonly ({ left: number; stretch: Stretch } | undefined)[]
}

/** The step of each of the 256 values that an edge may have. */
const stepOf = Uint8Array.from({ length: 256 }, (_, alpha) =>
  Math.round((alpha * (STEPS - 1)) / 255),
)

/** Fills an outline with the colour of that place in the list. */
export function printOf(
  steps: readonly PathStep[],
  colour: number,
  place: (point: Point) => Point,
): Print {
  const { left, top, width, height, alpha } = rasterise(steps, place)
  const first = colour * STEPS
  const rows = Array.from({ length: height }, (_, y) => {
    const row = alpha.subarray(y * width, (y + 1) * width).map((value) => stepOf[value] ?? 0)
    const from = row.findIndex((step) => step > 0)
    if (from < 0) return undefined
    const inked = row.slice(from, row.findLastIndex((step) => step > 0) + 1)
    return {
      left: left + from,
      stretch: stretchOf(inked.map((step) => (step > 0 ? first + step : 0))),
    }
  })
  return { top, rows }
}
