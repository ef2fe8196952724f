// `npm test`: every suite, on the built product and a real browser. Names of suites as arguments run only those.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { build } from './build.ts'
import { findBrowser } from './lib/browser.ts'
import { root } from './lib/prepare.mjs'
import { readElement, readPlaywright, readVitest, type Outcome } from './lib/test-reports.ts'

interface Suite {
  name: string
  args: string[]
  env?: Record<string, string>
  /** Reads the report that the runner wrote. */
  read: (report: string) => Outcome
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
    // Tests the site that was just built, unless it has another address, which changes its pages.
    env: process.env.SITE_URL === undefined ? { BUILT_SITE: path.join(root, 'dist/site') } : {},
    read: (report) => readVitest(report, root),
  },
  {
    name: 'element',
    args: ['node_modules/@web/test-runner/dist/bin.js', '--config', 'web-test-runner.config.ts'],
    read: readElement,
  },
  {
    name: 'lite',
    args: ['node_modules/@web/test-runner/dist/bin.js', '--config', 'web-test-runner.config.ts'],
    env: { ELEMENT_BUILD: 'lite' },
    read: readElement,
  },
  {
    name: 'e2e',
    args: ['node_modules/playwright/cli.js', 'test', '--config', 'tests/e2e/playwright.config.ts'],
    read: readPlaywright,
  },
]

const requested = process.argv.slice(2)
const chosen =
  requested.length === 0 ? suites : suites.filter((suite) => requested.includes(suite.name))
if (chosen.length === 0) {
  console.error(`No such suite; there are: ${suites.map((suite) => suite.name).join(', ')}.`)
  process.exit(2)
}

const log = (line: string): void => console.log(line)
try {
  const browser = await findBrowser(log)
  await build(log)
  mkdirSync(results, { recursive: true })
  let passed = 0
  const failures: string[] = []
  for (const suite of chosen) {
    log(`\n— ${suite.name} —`)
    const outcome = await runSuite(suite, browser)
    passed += outcome.passed
    failures.push(...outcome.failures.map((failure) => `${suite.name}: ${failure}`))
  }
  // Repeated at the end, because nobody would find them between thousands of lines.
  if (failures.length > 0) log(`\nFailed:\n${failures.map((one) => `  ${one}`).join('\n')}`)
  log(`\n${passed} passed, ${failures.length} failed`)
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function runSuite(suite: Suite, browser: string): Promise<Outcome> {
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
  const outcome = read(suite)
  // A runner that ends badly without a failed test has failed as a whole.
  if (code !== 0 && outcome.failures.length === 0)
    outcome.failures.push(`as a whole: its runner ended with ${code}`)
  return outcome
}

function read(suite: Suite): Outcome {
  try {
    return suite.read(readFileSync(reportOf(suite.name), 'utf8'))
  } catch {
    return { passed: 0, failures: ['as a whole: it wrote no report'] }
  }
}
