import { expect, type Page } from 'playwright/test'

/** Fails for what is wrong with the open page on a small screen, and with its texts twice as large in `widths`. */
export async function expectReadable(
  page: Page,
  widths: readonly number[] = [320, 390, 1440],
): Promise<void> {
  // Texts alone are larger, as browsers can do it: then no rule about the width of the screen helps.
  for (const [size, sizes] of [
    ['100%', [320]],
    ['200%', widths],
  ] as const) {
    await page.evaluate((one) => {
      document.documentElement.style.fontSize = one
    }, size)
    for (const width of sizes) {
      await page.setViewportSize({ width, height: 800 })
      expect(await faultsOfText(page), `text of ${size} on ${width} px`).toEqual([])
    }
  }
}

/** Returns what is wrong with a page as it is shown: it scrolls sideways, cuts words, or has one on each line of a wide screen. */
async function faultsOfText(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const root = document.documentElement
    const faults = new Set<string>()
    const nameOf = (element: Element): string =>
      `<${element.tagName.toLowerCase()}> “${(element.textContent ?? '').trim().slice(0, 40)}”`
    const styleOf = (element: Element): CSSStyleDeclaration => getComputedStyle(element)
    const all = [...document.querySelectorAll('*')]

    // What scrolls by itself may be wider.
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll/.test(styleOf(element).overflowX) || scrolls(element.parentElement))
    const excess = root.scrollWidth - root.clientWidth
    if (excess > 0) {
      const wide = all.filter(
        (one) => one.getBoundingClientRect().right > root.clientWidth + 1 && !scrolls(one),
      )
      faults.add(`scrolls sideways by ${excess}: ${wide.slice(0, 4).map(nameOf).join(', ')}`)
    }

    for (const element of all) {
      const { width, height } = element.getBoundingClientRect()
      // What only screen readers have is one pixel large.
      if (width <= 2 || height <= 2 || !element.checkVisibility({ visibilityProperty: true }))
        continue
      const texts = [...element.childNodes].filter(
        (node) => node instanceof Text && node.data.trim() !== '',
      )
      const { overflowX, textOverflow } = styleOf(element)
      const isCut = /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis'
      if (texts.length > 0 && isCut && element.scrollWidth > element.clientWidth + 1) {
        faults.add(`cuts ${nameOf(element)}`)
      }
      if (element.matches('header button, [data-part=logo]') && element.scrollWidth > width + 1) {
        faults.add(`has no room in ${nameOf(element)}`)
      }
      // On a phone, a few long words may need a line each.
      if (root.clientWidth < 1000 || !element.matches('h1, h2, h3, p, li, dd, label, button'))
        continue
      for (const node of texts) {
        const text = node.textContent ?? ''
        // Japanese has no spaces between words.
        if (/\p{scx=Hira}/u.test(text)) continue
        const words = text.trim().split(/\s+/)
        const range = document.createRange()
        range.selectNodeContents(node)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        if (words.length >= 5 && lines > words.length * 0.7)
          faults.add(`has a word a line in ${nameOf(element)}`)
      }
    }
    return [...faults]
  })
}
