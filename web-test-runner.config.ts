import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import path from 'node:path'
import { playwrightLauncher } from '@web/test-runner-playwright'
import { defaultReporter, type TestRunnerConfig } from '@web/test-runner'
import { BROWSER_FLAGS } from './scripts/lib/browser.ts'
import { accountServer } from './tests/element/support/account-server.ts'
import { liteAsDefault } from './tests/element/support/lite-as-default.ts'
import { countReporter } from './tests/element/support/count-reporter.ts'
import { keptPages } from './tests/element/support/kept-pages.ts'
import { pages } from './tests/element/support/pages.ts'
import { freePort } from './tests/support/free-port.ts'

// The same tests for the other build: it then stands at the address of the default one.
const isLite = process.env.ELEMENT_BUILD === 'lite'
const lite = isLite ? await liteAsDefault(path.resolve('dist')) : undefined
const dist = lite?.dist ?? path.resolve('dist')
const element = path.join(dist, 'element')
const port = Number(process.env.ELEMENT_PORT ?? (isLite ? 4791 : 4790))

/** Tests are written in TypeScript; a browser reads JavaScript. */
const types = {
  name: 'strip-types',
  resolveMimeType: ({ path: file }: { path: string }) => (file.endsWith('.ts') ? 'js' : undefined),
  transform: (context: { path: string; body: unknown }) =>
    context.path.endsWith('.ts') ? stripTypeScriptTypes(String(context.body)) : undefined,
}

/** The built element, where a page of the account server finds it. */
const built = {
  name: 'built-element',
  async serve({ path: file }: { path: string }) {
    if (!/^\/(?:captcha-door\.js|passport-login\.(?:js|css)|assets\/[\w.-]+)$/.test(file))
      return undefined
    return {
      body: await readFile(path.join(element, file), 'utf8'),
      type: file.endsWith('.css') ? 'css' : 'js',
    }
  },
}

const testPages = await pages(element, isLite ? 'lite' : 'default')
const keptPort = await freePort()
const origins = [port, keptPort].map((one) => `http://localhost:${one}`)
const accounts = await accountServer(origins, dist)

const config: TestRunnerConfig = {
  files: `tests/element/${isLite ? 'both-builds' : '*'}/*.test.ts`,
  hostname: 'localhost',
  port,
  plugins: [
    types,
    built,
    testPages,
    accounts,
    keptPages(keptPort, [testPages, built, accounts]),
    ...(lite === undefined ? [] : [lite.plugin]),
  ],
  browsers: [
    playwrightLauncher({
      product: 'chromium',
      launchOptions: {
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        args: [...BROWSER_FLAGS, '--js-flags=--expose-gc'],
      },
    }),
  ],
  reporters: [
    defaultReporter({ reportTestProgress: process.stdout.isTTY }),
    ...(process.env.TEST_REPORT === undefined ? [] : [countReporter(process.env.TEST_REPORT)]),
  ],
  concurrency: 1,
  testsFinishTimeout: 300_000,
  testFramework: { config: { ui: 'tdd', timeout: '60000' } },
}

export default config
