// `npm test`: every suite, on the built product and a real browser. Names of suites as arguments run only those.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from './build.ts'
import { findBrowser } from './lib/browser.ts'
import { root } from './lib/prepare.mjs'
import { DEFAULT_ADDRESS } from './lib/site-address.ts'
import { createTurns, type Turn } from './lib/turns.ts'
import { readElement, readPlaywright, readVitest, type Outcome } from './lib/test-reports.ts'

interface Suite {
  name: string
  /** Suites of one lane run one after another, beside the other lane; what runs alone comes after them. */
  lane: 'computes' | 'in a browser' | 'alone'
  args: string[]
  env?: Record<string, string>
  /** Reads the report that the runner wrote. */
  read: (report: string) => Outcome
}

/** A priority below the usual one. */
const BEHIND = 5
const LAST_WORDS_MS = 2000
/** Characters of what a runner said last that a failure of the whole tells. */
const LAST_WORDS = 1500

const results = path.join(root, '.cache/test-results')
const reportOf = (name: string): string => path.join(results, `${name}.json`)

const suites: Suite[] = [
  {
    name: 'vitest',
    lane: 'computes',
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportOf('vitest')}`,
    ],
    // Tests the site that was just built.
    env: { BUILT_SITE: path.join(root, 'dist/site') },
    read: (report) => readVitest(report, root),
  },
  {
    name: 'element',
    lane: 'in a browser',
    args: ['node_modules/@web/test-runner/dist/bin.js', '--config', 'web-test-runner.config.ts'],
    read: readElement,
  },
  {
    name: 'lite',
    lane: 'in a browser',
    args: ['node_modules/@web/test-runner/dist/bin.js', '--config', 'web-test-runner.config.ts'],
    env: { ELEMENT_BUILD: 'lite' },
    read: readElement,
  },
  {
    name: 'e2e',
    // Its two browsers and the server behind them fill two cores.
    lane: 'alone',
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

// One build for all suites, whatever address a shell has set for its own.
process.env.SITE_URL = DEFAULT_ADDRESS
// Whatever a test leaves behind goes with this folder.
const leftovers = mkdtempSync(path.join(tmpdir(), 'passport-test-'))
// PostgreSQL runs as another user where this one is root.
chmodSync(leftovers, 0o711)
process.env.TMPDIR = leftovers
const log = (line: string): void => console.log(line)
try {
  const browser = await findBrowser(log)
  await build(log)
  mkdirSync(results, { recursive: true })
  const turns = createTurns((text) => void process.stdout.write(text))
  const begun = chosen.map((suite) => ({ suite, turn: turns.next(`\n— ${suite.name} —\n`) }))
  const run = (lane: Suite['lane']): Promise<Outcome[]> =>
    runInOrder(
      begun.filter(({ suite }) => suite.lane === lane),
      browser,
    )
  const outcomes = (await Promise.all([run('in a browser'), run('computes')])).flat()
  outcomes.push(...(await run('alone')))
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  // Repeated at the end, because nobody would find them between thousands of lines.
  if (failures.length > 0) log(`\nFailed:\n${failures.map((one) => `  ${one}`).join('\n')}`)
  log(`\n${passed} passed, ${failures.length} failed`)
  process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(leftovers, { recursive: true, force: true, maxRetries: 3 })
}

async function runInOrder(
  begun: readonly { suite: Suite; turn: Turn }[],
  browser: string,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { suite, turn } of begun) {
    const { passed, failures } = await runSuite(suite, browser, turn)
    outcomes.push({ passed, failures: failures.map((failure) => `${suite.name}: ${failure}`) })
  }
  return outcomes
}

async function runSuite(suite: Suite, browser: string, turn: Turn): Promise<Outcome> {
  rmSync(reportOf(suite.name), { force: true })
  const child = spawn(process.execPath, suite.args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...suite.env,
      CHROMIUM_PATH: browser,
      ASTRO_TELEMETRY_DISABLED: '1',
      TEST_REPORT: reportOf(suite.name),
      PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(suite.name),
      ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
    },
  })
  // What computes yields to browsers, whose pages are waited for.
  if (suite.lane === 'computes' && child.pid !== undefined) setPriority(child.pid, BEHIND)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-LAST_WORDS)
      turn.write(text)
    })
  }
  const closed = once(child, 'close')
  const [status] = (await once(child, 'exit')) as [number | null]
  const code = status ?? 1
  // A process that it left behind may keep its output open.
  await Promise.race([closed, sleep(LAST_WORDS_MS)])
  turn.end()
  const outcome = existsSync(reportOf(suite.name))
    ? suite.read(readFileSync(reportOf(suite.name), 'utf8'))
    : { passed: 0, failures: [] }
  // A runner that ends badly without a failed test, or tells of none, has failed as a whole.
  if (outcome.failures.length === 0 && (code !== 0 || outcome.passed === 0))
    outcome.failures.push(`as a whole: its runner ended with ${code}, and last said:\n${said}`)
  return outcome
}
