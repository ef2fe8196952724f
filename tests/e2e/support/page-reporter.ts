import { readFileSync } from 'node:fs'
import process from 'node:process'
import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter'

/** Prints what the page of a failed test showed, since pictures and traces stay on its machine. */
// oxlint-disable-next-line import/no-default-export -- Playwright loads it as such
export default class PageReporter implements Reporter {
  printsToStdio(): boolean {
    return true
  }

  onTestEnd(test: TestCase, { attachments }: TestResult): void {
    const page = attachments.find(({ name }) => name === 'error-context')?.path
    if (page === undefined) return
    const [shown] = readFileSync(page, 'utf8').split('# Test source')
    process.stdout.write(`\nPage of “${test.title}”:\n${shown}\n`)
  }
}
