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

/** Fails with the broken rules and where they are broken: all rules, or only those named. */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  // Evaluated through the debugger, so the page's own policy stays in force for the page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(async (runOnly) => {
    // Colours are measured after transitions.
    const moving = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(moving.map(({ finished }) => finished))
    const { axe } = window as unknown as {
      axe: { run: (context: Document, options: object) => Promise<{ violations: Violation[] }> }
    }
    // Without the list of passed rules, it takes a third less time.
    const result = await axe.run(document, { runOnly, resultTypes: ['violations'] })
    return result.violations
  }, rules ?? TAGS)
  const descriptions = violations.map(
    ({ id, impact, nodes }) =>
      `${id} (${impact ?? 'unknown'}): ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
  )
  expect(descriptions).toEqual([])
}
