// The element's tests in the browsers of other makes that are installed here.
import type { TestRunnerConfig } from '@web/test-runner'
import { findFirefox, hasWebKit } from './scripts/lib/engines.ts'
import { firefox } from './tests/element/engines/firefox.ts'
import { webkit } from './tests/element/engines/webkit.ts'
import base from './web-test-runner.config.ts'

const wanted = process.env.ENGINE ?? ''
const path = findFirefox()
const engines = [...(path === undefined ? [] : [firefox(path)]), ...(hasWebKit() ? [webkit()] : [])]
const chosen = engines.filter(({ name }) => name.toLowerCase().startsWith(wanted))

const config: TestRunnerConfig = {
  ...base,
  // Only Chromium can be asked to collect garbage, to feign what a person's system asks for, to hand
  // over the code of a text, or to paste what a script made up.
  files: [...[base.files ?? []].flat(), '!tests/element/{growth,captcha-looks,codes}.test.ts'],
  browsers: chosen,
  browserStartTimeout: 120_000,
  testsStartTimeout: 60_000,
}

export default config
