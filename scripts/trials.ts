// `npm run trials`: the tests in tests/trials/ at full length, on SQLite and PostgreSQL; takes hours.
// Arguments are those of Vitest, such as the name of a file.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { root } from './lib/prepare.mjs'

// Two at once: some limit delays, which more would lengthen.
const options = ['--project', 'sqlite', '--project', 'postgres', '--maxWorkers', '2']
const files = process.argv.length > 2 ? process.argv.slice(2) : ['tests/trials']
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...options, ...files],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TRIALS: 'full' } },
)
process.exitCode = status ?? 1
