import { expect, type Page } from 'playwright/test'

declare global {
  /** Layout shift after the first paint (Cumulative Layout Shift), with the moved elements. */
  var shifted: { by: number; what: string[] } | undefined
}

/** Measures the layout shift of each document that the page opens from now on. */
export async function measureShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.shifted = { by: 0, what: [] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as {
          value: number
          sources: { node?: Node | null }[]
        }
        if (globalThis.shifted === undefined) continue
        globalThis.shifted.by += value
        for (const { node } of sources) {
          globalThis.shifted.what.push(
            node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName),
          )
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Fails if the open document has moved what people see. */
export async function expectStill(page: Page): Promise<void> {
  const shifted = await page.evaluate(() => globalThis.shifted)
  expect(shifted?.by, shifted?.what.join(', ')).toBeLessThan(0.01)
}
