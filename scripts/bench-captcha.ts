// `npm run bench:captcha [-- percent of the usual number of pictures]`: attacks the captcha as
// strangers would, and measures what it costs.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { ensureInstalled, root } from './lib/prepare.mjs'

const folder = path.join(root, 'bench')
ensureInstalled(folder)
for (const file of ['puzzles/cost.ts', 'puzzles/run.ts', 'captcha/wait.ts', 'captcha/run.ts']) {
  const done = spawnSync(process.execPath, [path.join(folder, file), ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: root,
  })
  if (done.status !== 0) process.exitCode = 1
}
