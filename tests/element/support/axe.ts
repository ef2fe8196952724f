import { equal, ok } from './assert.ts'
import { openFrame, until } from './frame.ts'

interface Axe {
  run(
    context: Document,
    options: object,
  ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>
}

/** Fails for every flaw that axe knows in any state of a screen of the gallery. */
export async function expectNoFlaw(screen: string, theme: string, lang: string): Promise<void> {
  const query = new URLSearchParams({ lang, theme, screen })
  const frame = await openFrame(`/gallery/?${query}`, { until: 'loaded' })
  const script = frame.document.createElement('script')
  script.src = '/axe.js'
  frame.document.head.append(script)
  const { window } = frame as unknown as { window: { axe?: Axe } }
  await until(() => window.axe !== undefined, 'axe')
  const { axe } = window
  ok(axe, 'axe is there')
  const { violations } = await axe.run(frame.document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  })
  // In the gallery a screen stands many times on one page, so headings repeat.
  equal(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`),
    [],
  )
  frame.close()
}
