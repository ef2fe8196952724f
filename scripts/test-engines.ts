// `npm run test:engines`: the element's tests in Firefox and WebKitGTK, where they are installed.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { build } from './build.ts'
import { findFirefox, hasWebKit } from './lib/engines.ts'
import { root } from './lib/prepare.mjs'

const found = findFirefox()
console.log(
  found === undefined
    ? 'Firefox: not found. Install firefox-esr, or name it by FIREFOX_PATH.'
    : `Firefox: ${found}`,
)
console.log(
  hasWebKit() ? 'WebKitGTK: found' : 'WebKitGTK: not found. Install webkit2gtk-driver and xvfb.',
)
if (found === undefined && !hasWebKit()) {
  process.exitCode = 2
} else {
  await build((line) => console.log(line))
  const child = spawn(
    process.execPath,
    [
      'node_modules/@web/test-runner/dist/bin.js',
      '--config',
      'web-test-runner.engines.config.ts',
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit' },
  )
  child.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
