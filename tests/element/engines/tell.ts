import path from 'node:path'
import process from 'node:process'
import type { Reporter, TestSession } from '@web/test-runner'
import type { RunnerMessage } from '../../../scripts/engines/run-files.ts'
import { countsOf } from '../support/count-reporter.ts'

/** Tells the process that began this one which file of tests is run, and how each one ends. */
export function tell(): Reporter {
  const say = (message: RunnerMessage): void => void process.send?.(message)
  const nameOf = (file: string): string => path.basename(file, '.test.ts')
  return {
    start({ sessions }) {
      const note = ({ status, testFile }: TestSession): void => {
        if (status === 'INITIALIZING') say({ kind: 'started', file: nameOf(testFile) })
      }
      // The first one is begun before reporters are.
      for (const session of sessions.all()) note(session)
      sessions.on('session-status-updated', note)
    },
    reportTestFileResults({ sessionsForTestFile, testFile }) {
      const { broken, ...counts } = countsOf(sessionsForTestFile)
      say({
        kind: 'done',
        file: nameOf(testFile),
        counts,
        ...(broken === undefined ? {} : { broken }),
      })
    },
  }
}
