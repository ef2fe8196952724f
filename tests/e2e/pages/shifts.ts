import { expect, type Page } from 'playwright/test'

/** A layout shift as browsers report it, which the types of TypeScript do not have. */
interface LayoutShift extends PerformanceEntry {
  value: number
  sources: readonly { node?: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

declare global {
  /** Layout shift after the first paint (Cumulative Layout Shift), with what moved from where to where. */
  var shifted: { by: number; what: string[] } | undefined
}

/** Measures the layout shift of each document that the page opens from now on. */
export async function measureShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const place = ({ x, y, width, height }: DOMRect): string =>
      `${Math.round(width)}×${Math.round(height)} at ${Math.round(x)},${Math.round(y)}`
    globalThis.shifted = { by: 0, what: [] }
    new PerformanceObserver((list) => {
      for (const { value, sources, startTime } of list.getEntries() as LayoutShift[]) {
        if (globalThis.shifted === undefined) continue
        globalThis.shifted.by += value
        for (const { node, previousRect, currentRect } of sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const name = `${element?.tagName ?? 'nothing'}.${element?.className ?? ''}`
          const way = `${place(previousRect)} to ${place(currentRect)}`
          globalThis.shifted.what.push(`${name} from ${way} after ${Math.round(startTime)} ms`)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Fails if the open document has moved what people see, and says what. */
export async function expectStill(page: Page, where = '', most = 0.01): Promise<void> {
  const shifted = await page.evaluate(() => globalThis.shifted)
  expect(shifted?.by, [where, ...(shifted?.what ?? [])].join('\n')).toBeLessThan(most)
}
