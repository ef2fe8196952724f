import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from 'playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

interface Violation {
  id: string
  impact: string | null
  nodes: { target: string[]; failureSummary?: string }[]
}

/** Fails with the broken rules and where they are broken. No rule is switched off. */
export async function expectAccessible(page: Page): Promise<void> {
  // Evaluated through the debugger, so the page's own policy stays in force for the page.
  await page.evaluate(source)
  const violations = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as {
      axe: { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> }
    }
    const result = await axe.run(document, { runOnly: tags })
    return result.violations
  }, TAGS)
  const told = violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact ?? 'unknown'}): ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  expect(told).toEqual([])
}
