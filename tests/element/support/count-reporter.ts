import { writeFileSync } from 'node:fs'
import type { Reporter, TestSession } from '@web/test-runner'

/** Writes how many tests passed and failed to a file; a file that broke as a whole counts as one. */
export function countReporter(file: string): Reporter {
  return {
    onTestRunFinished({ sessions }) {
      const counts = { passed: 0, failed: 0 }
      for (const session of sessions) {
        const before = counts.failed
        if (session.testResults !== undefined) count(session.testResults, counts)
        if (!session.passed && counts.failed === before) counts.failed += 1
      }
      writeFileSync(file, JSON.stringify(counts))
    },
  }
}

type Suite = NonNullable<TestSession['testResults']>

function count(suite: Suite, counts: { passed: number; failed: number }): void {
  for (const test of suite.tests) {
    if (test.skipped) continue
    counts[test.passed ? 'passed' : 'failed'] += 1
  }
  for (const inner of suite.suites) count(inner, counts)
}
