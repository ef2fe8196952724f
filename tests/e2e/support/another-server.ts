import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { expect, type APIRequestContext } from 'playwright/test'
import { liftedLimits } from './limits.ts'

const root = path.join(import.meta.dirname, '../../..')

/** Starts a server next to that of the other tests, with the same data; returns what ends it. */
export async function startAnother(
  request: APIRequestContext,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<() => void> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      LOG_LEVEL: 'warn',
      ...liftedLimits,
      ...settings,
    },
  })
  await expect(async () => {
    expect((await request.get(`http://127.0.0.1:${port}/readyz`)).ok()).toBe(true)
  }).toPass()
  return () => void server.kill()
}
