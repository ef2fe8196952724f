// `npm run trials`: the tests in tests/trials/ at full length, on SQLite and PostgreSQL; takes hours.
// Arguments are those of Vitest, such as the name of a file.
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { root } from './lib/prepare.mjs'

const projects = ['--project', 'sqlite', '--project', 'postgres']
const files = process.argv.length > 2 ? process.argv.slice(2) : ['tests/trials']
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', ...projects, ...files],
  { cwd: root, stdio: 'inherit', env: { ...process.env, TRIALS: 'full' } },
)
process.exitCode = status ?? 1
