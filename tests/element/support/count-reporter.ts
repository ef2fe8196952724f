import { writeFileSync } from 'node:fs'
import type { Reporter, TestSession } from '@web/test-runner'
import type { Counts as FileCounts } from '../../../scripts/engines/run-files.ts'

interface Counts extends FileCounts {
  /** Reason why a file could not be finished. */
  broken?: string
}

/** Writes how many tests passed and failed to a file; a file that broke as a whole counts as one. */
export function countReporter(file: string): Reporter {
  return {
    onTestRunFinished({ sessions }) {
      writeFileSync(file, JSON.stringify(countsOf(sessions)))
    },
  }
}

/** Counts the passed and failed tests of some files. */
export function countsOf(sessions: Iterable<TestSession>): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0, failures: [] }
  for (const session of sessions) {
    const before = counts.failed
    if (session.testResults !== undefined) count(session.testResults, counts)
    if (session.passed || counts.failed > before) continue
    counts.failed += 1
    counts.broken = session.errors.map((error) => error.message).join('; ')
  }
  return counts
}

type Suite = NonNullable<TestSession['testResults']>

function count(suite: Suite, counts: Counts): void {
  for (const test of suite.tests) {
    const outcome = test.skipped ? 'skipped' : test.passed ? 'passed' : 'failed'
    counts[outcome] += 1
    if (outcome !== 'failed') continue
    counts.failures.push({ title: test.name, message: test.error?.message ?? 'no reason given' })
  }
  for (const inner of suite.suites) count(inner, counts)
}
