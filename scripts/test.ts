// `npm test`: every suite, on the built product and a real browser. Names of suites as arguments run only those.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { build } from './build.ts'
import { findBrowser } from './lib/browser.ts'
import { root } from './lib/prepare.mjs'

interface Count {
  passed: number
  failed: number
}

interface Suite {
  name: string
  args: string[]
  env?: Record<string, string>
  /** Reads the counts out of the report that the runner wrote. */
  count: (report: string) => Count
}

const results = path.join(root, '.cache/test-results')
const reportOf = (name: string): string => path.join(results, `${name}.json`)

const suites: Suite[] = [
  {
    name: 'vitest',
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportOf('vitest')}`,
    ],
    // It has just been built, and an address of its own would make another site of it.
    env: process.env.SITE_URL === undefined ? { BUILT_SITE: path.join(root, 'dist/site') } : {},
    count(report) {
      const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(report) as Record<
        string,
        number
      >
      return {
        passed: numPassedTests ?? 0,
        failed: Math.max(numFailedTests ?? 0, numFailedTestSuites ?? 0),
      }
    },
  },
  {
    name: 'element',
    args: ['node_modules/@web/test-runner/dist/bin.js', '--config', 'web-test-runner.config.ts'],
    count: (report) => JSON.parse(report) as Count,
  },
  {
    name: 'lite',
    args: ['node_modules/@web/test-runner/dist/bin.js', '--config', 'web-test-runner.config.ts'],
    env: { ELEMENT_BUILD: 'lite' },
    count: (report) => JSON.parse(report) as Count,
  },
  {
    name: 'e2e',
    args: ['node_modules/playwright/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'],
    count(report) {
      const { stats } = JSON.parse(report) as {
        stats: { expected: number; unexpected: number; flaky: number }
      }
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
    },
  },
]

const wanted = process.argv.slice(2)
const chosen = wanted.length === 0 ? suites : suites.filter((suite) => wanted.includes(suite.name))
if (chosen.length === 0) {
  console.error(`No such suite; there are: ${suites.map((suite) => suite.name).join(', ')}.`)
  process.exit(2)
}

const log = (line: string): void => console.log(line)
try {
  const browser = await findBrowser(log)
  await build(log)
  mkdirSync(results, { recursive: true })
  const total: Count = { passed: 0, failed: 0 }
  for (const suite of chosen) {
    log(`\n— ${suite.name} —`)
    const count = await runSuite(suite, browser)
    total.passed += count.passed
    total.failed += count.failed
  }
  log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function runSuite(suite: Suite, browser: string): Promise<Count> {
  rmSync(reportOf(suite.name), { force: true })
  const child = spawn(process.execPath, suite.args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...suite.env,
      CHROMIUM_PATH: browser,
      ASTRO_TELEMETRY_DISABLED: '1',
      TEST_REPORT: reportOf(suite.name),
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(suite.name),
    },
  })
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (status) => resolve(status ?? 1))
  })
  const count = read(suite)
  // A runner that ends badly without a failed test has failed as a whole.
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

function read(suite: Suite): Count {
  try {
    return suite.count(readFileSync(reportOf(suite.name), 'utf8'))
  } catch {
    console.error(`The ${suite.name} suite wrote no report.`)
    return { passed: 0, failed: 1 }
  }
}
