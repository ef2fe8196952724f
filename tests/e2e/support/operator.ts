import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'

/** Types a command of an operator, on the data of the server under test. */
export function typeCommand(...words: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['server/main.ts', ...words], {
    cwd: path.join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      DATA_DIR: process.env.E2E_DATA_DIR,
      PUBLIC_ORIGIN: process.env.E2E_ORIGIN,
    },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}
