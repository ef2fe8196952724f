// `npm run make`: writes every file of the repository that is made from others, as `npm run check` wants it.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { checks } from './lib/checks.ts'
import { root } from './lib/prepare.mjs'

for (const { args } of checks) {
  const [script = ''] = args
  if (!script.startsWith('scripts/make-')) continue
  const { status } = spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
