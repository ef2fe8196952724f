// `npm run bench:captcha`: attacks the check as strangers would and measures what it costs.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { root } from './lib/prepare.mjs'

for (const file of ['cost.ts', 'run.ts']) {
  const script = path.join(root, 'tests/bench/captcha', file)
  const done = spawnSync(process.execPath, [script, ...process.argv.slice(2)], {
    stdio: 'inherit',
    cwd: root,
  })
  if (done.status !== 0) process.exitCode = 1
}
