// `npm run bench:captcha [-- percent of the usual number of pictures]`: attacks the captcha as
// strangers would, and measures what it costs.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { ensureInstalled, root } from './lib/prepare.mjs'

const files = [
  'puzzles/bench/cost.ts',
  'puzzles/bench/run.ts',
  'tests/bench/captcha/wait.ts',
  'tests/bench/captcha/run.ts',
]
for (const folder of ['puzzles/bench', 'tests/bench/peers'])
  ensureInstalled(path.join(root, folder))
for (const file of files) {
  const done = spawnSync(process.execPath, [path.join(root, file), ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: root,
  })
  if (done.status !== 0) process.exitCode = 1
}
