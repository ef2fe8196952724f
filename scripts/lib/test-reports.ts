import { stripVTControlCharacters } from 'node:util'

/** Results of the tests of a suite. */
export interface Outcome {
  passed: number
  /** Failures, a line each: file, test, and the first line of the message. */
  failures: string[]
}

interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

/** Reads what Vitest's JSON reporter wrote; a file that broke outside its tests is one failure. */
export function readVitest(report: string, root: string): Outcome {
  const { numPassedTests, testResults } = JSON.parse(report) as VitestReport
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    const tests = assertionResults.filter((test) => test.status === 'failed')
    if (tests.length === 0) return status === 'failed' ? [line(file, 'as a whole', message)] : []
    return tests.map((test) => line(file, test.fullName, test.failureMessages?.[0]))
  })
  return { passed: numPassedTests, failures }
}

interface ElementReport {
  passed: number
  failures: { title: string; message: string }[]
  broken?: string
}

/** Reads what the reporter of the element's tests wrote. */
export function readElement(report: string): Outcome {
  const { passed, failures, broken } = JSON.parse(report) as ElementReport
  return {
    passed,
    failures: [
      ...failures.map(({ title, message }) => line('', title, message)),
      ...(broken === undefined ? [] : [line('', 'a file as a whole', broken)]),
    ],
  }
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: {
    title: string
    file: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

interface PlaywrightReport {
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
  stats: { expected: number }
}

/** Reads what Playwright's JSON reporter wrote; a test that passes only when tried again has failed. */
export function readPlaywright(report: string): Outcome {
  const { suites, errors, stats } = JSON.parse(report) as PlaywrightReport
  const failed = (suite: PlaywrightSuite): string[] => [
    ...(suite.specs ?? []).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) =>
          line(file, status === 'flaky' ? `${title} (flaky)` : title, firstError(results)),
        ),
    ),
    ...(suite.suites ?? []).flatMap(failed),
  ]
  return {
    passed: stats.expected,
    failures: [
      ...suites.flatMap(failed),
      ...errors.map(({ message }) => line('', 'outside of a test', message)),
    ],
  }
}

function firstError(results: { error?: { message?: string } }[]): string | undefined {
  return results.find(({ error }) => error !== undefined)?.error?.message
}

function line(file: string, title: string, message: string | undefined): string {
  const [firstLine] = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n')
  return `${file === '' ? '' : `${file}: `}${title}: ${firstLine || 'no reason given'}`
}
