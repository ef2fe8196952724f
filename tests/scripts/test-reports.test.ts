import { expect, test } from 'vitest'
import { readElement, readPlaywright, readVitest } from '../../scripts/lib/test-reports.ts'

const read = (report: unknown): string => JSON.stringify(report)

test('names the tests that failed in Vitest, and the files that broke outside of them', () => {
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

test('names the tests of the element that failed, and what kept a file from its end', () => {
  const report = { passed: 3, failed: 2, failures: [{ title: 'opens', message: 'no button' }] }
  expect(readElement(read({ ...report, broken: 'no page' }))).toEqual({
    passed: 3,
    failures: ['opens: no button', 'a file as a whole: no page'],
  })
})

test('names the tests that failed in Playwright, those of inner groups too', () => {
  const spec = (title: string, ok: boolean, ...messages: (string | undefined)[]) => ({
    title,
    file: 'a.test.ts',
    ok,
    tests: [{ results: messages.map((message) => (message ? { error: { message } } : {})) }],
  })
  const report = read({
    stats: { expected: 4, flaky: 1, unexpected: 2 },
    suites: [
      {
        specs: [spec('fails', false, 'first try', 'Error: second try\n  at y')],
        suites: [
          { specs: [spec('fails within', false), spec('holds then', true, 'first', undefined)] },
        ],
      },
    ],
    errors: [{ message: 'No server' }],
  })
  expect(readPlaywright(report)).toEqual({
    passed: 5,
    failures: [
      'a.test.ts: fails: Error: second try',
      'a.test.ts: fails within: no reason given',
      'outside of a test: No server',
    ],
  })
})
