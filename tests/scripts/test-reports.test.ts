import { expect, test } from 'vitest'
import { readElement, readPlaywright, readVitest } from '../../scripts/lib/test-reports.ts'

const read = (report: unknown): string => JSON.stringify(report)

test('names failed tests of Vitest, and files that failed outside of tests', () => {
  const report = read({
    numPassedTests: 2,
    numFailedTests: 1,
    // A failed test fails its group and its file with it.
    numFailedTestSuites: 2,
    testResults: [
      {
        name: '/project/tests/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'group holds', status: 'passed', failureMessages: [] },
          {
            fullName: 'group fails',
            status: 'failed',
            failureMessages: ['\u001B[31mAssertionError\u001B[39m: expected 1 to be 2\n    at x'],
          },
        ],
      },
      {
        name: '/project/tests/b.test.ts',
        status: 'failed',
        message: 'No port',
        assertionResults: [],
      },
      {
        name: '/project/tests/c.test.ts',
        status: 'passed',
        message: '',
        assertionResults: [{ fullName: 'holds', status: 'passed', failureMessages: [] }],
      },
    ],
  })
  expect(readVitest(report, '/project')).toEqual({
    passed: 2,
    failures: [
      'tests/a.test.ts: group fails: AssertionError: expected 1 to be 2',
      'tests/b.test.ts: as a whole: No port',
    ],
  })
})

test('names failed tests of the element, and errors that stopped a file', () => {
  const report = { passed: 3, failed: 2, failures: [{ title: 'opens', message: 'no button' }] }
  expect(readElement(read({ ...report, broken: 'no page' }))).toEqual({
    passed: 3,
    failures: ['opens: no button', 'a file as a whole: no page'],
  })
})

test('names failed and flaky tests of Playwright, in nested groups too', () => {
  const spec = (title: string, status: string, ...messages: (string | undefined)[]) => ({
    title,
    file: 'a.test.ts',
    tests: [
      { status, results: messages.map((message) => (message ? { error: { message } } : {})) },
    ],
  })
  const report = read({
    stats: { expected: 4, flaky: 1, unexpected: 2 },
    suites: [
      {
        specs: [
          spec('fails', 'unexpected', 'Error: first try\n  at y', 'second try'),
          spec('holds', 'expected', undefined),
        ],
        suites: [
          {
            specs: [
              spec('fails within', 'unexpected'),
              spec('holds then', 'flaky', 'first', undefined),
            ],
          },
        ],
      },
    ],
    errors: [{ message: 'No server' }],
  })
  expect(readPlaywright(report)).toEqual({
    passed: 4,
    failures: [
      'a.test.ts: fails: Error: first try',
      'a.test.ts: fails within: no reason given',
      'a.test.ts: holds then (flaky): first',
      'outside of a test: No server',
    ],
  })
})
