import { equal, ok } from './assert.ts'
import { openFrame, until } from './frame.ts'

interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/** Every flaw that axe knows on a page of the gallery, but those of the rules that are left out. */
export async function flawsOf(gallery: Window, ...leftOut: string[]): Promise<string[]> {
  const window: Window & { axe?: Axe } = gallery
  const script = window.document.createElement('script')
  script.src = '/axe.js'
  window.document.head.append(script)
  await until(() => window.axe !== undefined, 'axe')
  const { axe } = window
  ok(axe, 'axe is there')
  const { violations } = await axe.run(window.document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: Object.fromEntries(leftOut.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`)
}

/** Fails for every flaw that axe knows in any state of a screen of the gallery, but those of the rules that are left out. */
export async function expectNoFlaw(
  screen: string,
  theme: string,
  lang: string,
  ...leftOut: string[]
): Promise<void> {
  const query = new URLSearchParams({ lang, theme, screen })
  const frame = await openFrame(`/gallery/?${query}`, { until: 'loaded' })
  equal(await flawsOf(frame.window, ...leftOut), [])
  frame.close()
}
