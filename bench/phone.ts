import type { Browser } from 'playwright'
import { importPeer } from './import-peer.ts'

const { pageFunctions } = await importPeer<{
  pageFunctions: { computeBenchmarkIndex: () => number }
}>('lighthouse/core/lib/page-functions.js')

/** Present speed of this machine, and the slowdown that makes a mid-range phone of it. */
export interface Phone {
  /** Lighthouse's own measure, `benchmarkIndex`: more is faster. */
  machineIndex: number
  slowdown: number
}

/** Slowdown that Lighthouse uses on every machine by default. */
const PRESET_SLOWDOWN = 4

/**
 * Index of a machine, and the slowdown that makes a mid-range phone of it. The points are those of
 * the calculator that Lighthouse names for it (docs/throttling.md, "Calibrating the CPU slowdown").
 * The last is its preset, which holds for all faster machines.
 */
const calibration: readonly { index: number; slowdown: number }[] = [
  { index: 150, slowdown: 1 },
  { index: 800, slowdown: 2 },
  { index: 1300, slowdown: 3 },
  { index: 1533, slowdown: PRESET_SLOWDOWN },
]

/** Measures the machine for a second, in the browser that is about to visit a page. */
export async function measurePhone(browser: Browser): Promise<Phone> {
  const page = await browser.newPage()
  try {
    const machineIndex = await page.evaluate(pageFunctions.computeBenchmarkIndex)
    return { machineIndex, slowdown: slowdownOf(machineIndex) }
  } finally {
    await page.close()
  }
}

// On the straight lines between the points.
function slowdownOf(index: number): number {
  const at = calibration.findIndex((point) => index <= point.index)
  const above = calibration[at]
  const below = calibration[at - 1]
  if (above === undefined) return PRESET_SLOWDOWN
  if (below === undefined) return above.slowdown
  const share = (index - below.index) / (above.index - below.index)
  return below.slowdown + share * (above.slowdown - below.slowdown)
}
