import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { createClient } from '../support/client.ts'
import { sendCode } from '#protocol/web/codes.ts'
import { emailRegister } from '#protocol/web/registration.ts'
import { openDatabase } from '../../server/store/database.ts'

const root = path.join(import.meta.dirname, '../..')
const SIGN_UPS = 12

test('keeps every account it has acknowledged when it is killed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'passport-kill-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      CAPTCHA_ON_SEND: 'off',
      HASH_MEMORY_KIB: '8',
      LOG_LEVEL: 'silent',
    },
  })
  try {
    const origin = `http://localhost:${port}`
    await ready(origin)
    const acknowledged: string[] = []
    const work = Promise.all(
      [0, 1, 2, 3].map(async (lane) => {
        for (let count = 0; ; count++) {
          const email = `person${lane}-${count}@example.com`
          if (!(await signUp(origin, email))) return
          acknowledged.push(email)
          if (acknowledged.length === SIGN_UPS) child.kill('SIGKILL')
        }
      }),
    )
    await once(child, 'exit')
    await work
    expect(acknowledged.length).toBeGreaterThanOrEqual(SIGN_UPS)
    const database = openDatabase(path.join(folder, 'passport.sqlite'))
    const rows = await database.query.selectFrom('accounts').select('email').execute()
    await database.close()
    expect(rows.map(({ email }) => email)).toEqual(expect.arrayContaining(acknowledged))
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})

// Answers false once the server is gone: what was not answered may or may not exist.
async function signUp(origin: string, email: string): Promise<boolean> {
  const client = createClient((request) => fetch(request), origin)
  try {
    await client.call(sendCode, { email, type: 16 })
    let code: string | undefined
    while (code === undefined) {
      const mailbox = await fetch(`${origin}/dev/mailbox.json?to=${email}`)
      code = ((await mailbox.json()) as { messages: { code: string }[] }).messages[0]?.code
    }
    const answer = await client.call(emailRegister, {
      email,
      code,
      password: 'seven quiet otters',
    })
    if (answer.error !== undefined) throw new RangeError(answer.error)
    return true
  } catch (error) {
    if (error instanceof RangeError) throw error
    return false
  }
}

async function ready(origin: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('never ready')
}
