import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { defineConfig } from 'playwright/test'
import { DEFAULT_ADDRESS } from '../../scripts/lib/site-address.ts'
import { BROWSER_FLAGS } from '../../scripts/lib/browser.ts'
import { ACCOUNT, HOST_PAGE, ports } from './support/addresses.ts'
import { liftedLimits } from './support/limits.ts'

// The configuration is read again in every worker; the environment carries the folder there.
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'passport-e2e-'))

// Each server registers the pages on other origins anew when it starts, so those on the same data name the same.
process.env.HOST_PAGE_ORIGINS = [
  HOST_PAGE,
  `http://127.0.0.1:${ports.hostPage}`,
  `http://localhost:${ports.examples}`,
].join()

/** Journeys through the built product, served as `npm start` serves it, on a data folder of their own. */
export default defineConfig({
  testDir: '.',
  // Runs when the server is ready.
  globalSetup: './support/first-picture.ts',
  fullyParallel: false,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // A retry only tells whether a test is flaky, and records a trace; the run fails in any case.
  retries: process.env.CI === undefined ? 0 : 1,
  failOnFlakyTests: true,
  outputDir: '../../.cache/e2e-results',
  reporter: [['list'], ['json'], ['./support/page-reporter.ts']],
  forbidOnly: true,
  use: {
    baseURL: ACCOUNT,
    // Recording each step costs a quarter of all the time, so only what failed is run with it.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: BROWSER_FLAGS,
    },
  },
  webServer: {
    command: `"${process.execPath}" scripts/start.ts --providers`,
    cwd: path.join(import.meta.dirname, '../..'),
    url: `${ACCOUNT}/readyz`,
    timeout: 120_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    env: {
      PORT: String(ports.site),
      // The pages that were built, which need not be built again for this port.
      SITE_URL: DEFAULT_ADDRESS,
      HOST_PAGE_PORT: String(ports.hostPage),
      HOST_PAGE_ORIGINS: process.env.HOST_PAGE_ORIGINS,
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: 'warn',
      // The shipped policy, with captchas for sign-ins by provider.
      POLICY_FILE: path.join(import.meta.dirname, '../support/policies/careful.json'),
      // The journeys solve pictures; the server of `static-host.test.ts` is as shipped and asks for none.
      CAPTCHA_LEVEL: '1',
      ...liftedLimits,
    },
  },
})
