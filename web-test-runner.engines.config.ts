// The element's tests in one browser of another make, as `npm run test:engines` runs them.
import process from 'node:process'
import type { TestRunnerConfig } from '@web/test-runner'
import { findFirefox } from './scripts/lib/engines.ts'
import { firefox } from './tests/element/engines/firefox.ts'
import { leaveOut } from './tests/element/engines/leave-out.ts'
import { tell } from './tests/element/engines/tell.ts'
import { webkit } from './tests/element/engines/webkit.ts'
import base from './web-test-runner.config.ts'

const engine = process.env.ENGINE === 'webkit' ? 'webkit' : 'firefox'

const config: TestRunnerConfig = {
  ...base,
  reporters: [...(base.reporters ?? []), tell()],
  plugins: [leaveOut(engine), ...(base.plugins ?? [])],
  browsers: [engine === 'webkit' ? webkit() : firefox(findFirefox() ?? '')],
  testFramework: { config: { ...base.testFramework?.config, timeout: '180000' } },
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  // Many times what a file takes on two cores that have nothing else to do.
  testsFinishTimeout: 540_000,
}

export default config
