import { spawnSync } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { expect, type APIRequestContext } from 'playwright/test'
import { ACCOUNT } from './addresses.ts'

/** Types a command of an operator, on the data of the server under test. */
export function typeCommand(...words: string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['server/main.ts', ...words], {
    cwd: path.join(import.meta.dirname, '../../..'),
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR, PUBLIC_ORIGIN: ACCOUNT },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** Registers a site of other people, and waits until the server under test knows it. */
export async function addApp(
  request: APIRequestContext,
  aid: string,
  name: string,
  origin: string,
  ...rest: string[]
): Promise<void> {
  typeCommand('app', 'add', aid, '--name', name, '--origins', origin, ...rest)
  // An unknown number makes the server read new applications. A second request would need a CSRF
  // token, so nothing is posted.
  await expect(async () => {
    const answer = await request.get(`${ACCOUNT}/passport/web/auth/platforms?aid=${aid}`)
    expect(await answer.json()).toMatchObject({ status_code: 0 })
  }).toPass()
}
