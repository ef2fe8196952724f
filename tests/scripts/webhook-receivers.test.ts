import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { signWebhook } from '../../server/delivery/sign-webhook.ts'
import { addWebhook } from '../../server/operators/manage-webhooks.ts'
import { freePort } from '../support/free-port.ts'
import { createTestServer } from '../support/test-server.ts'
import { tell } from '../support/webhooks.ts'

const WAIT = { timeout: 60_000 }
const document = readFileSync(path.join(import.meta.dirname, '../../docs/webhooks.md'), 'utf8')

const receivers = [
  ['js', 'receiver.mjs', [process.execPath]],
  ['python', 'receiver.py', ['python3']],
  ['go', 'receiver.go', ['go', 'run']],
] as const

test.each(receivers)(
  'the receiver of the document in %s verifies',
  async (language, file, [program, ...words]) => {
    if (isMissing(program)) return
    const server = await createTestServer({ clock: { now: Date.now, passSeconds: () => {} } })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/hook`
    const input = {
      url,
      kinds: ['user.created'] as const,
      aid: null,
      notify: '',
      withProfile: false,
    }
    const { secret } = await addWebhook(server.app.services, 'cli', input)
    const { lines } = start(language, file, [program, ...words], {
      WEBHOOK_SECRET: secret,
      PORT: `${port}`,
    })
    await expect.poll(lines, WAIT).toContain('ready')
    // Whatever the cache of endpoints said before.
    await expect
      .poll(async () => {
        await server.person()
        await tell(server)
        return lines()
      }, WAIT)
      .toContain('user.created')
    const body = JSON.stringify({ type: 'once', timestamp: new Date().toISOString(), data: {} })
    const post = async (secrets: readonly string[], at = Date.now(), text = body) => {
      const headers = signWebhook(secrets, 'an-id', at, body)
      return (await fetch(url, { method: 'POST', headers, body: text })).status
    }
    const other = `whsec_${Buffer.alloc(24).toString('base64')}`
    expect(await post([other])).toBe(401)
    expect(await post([secret], Date.now(), body.replace('once', 'evil'))).toBe(401)
    expect(await post([secret], Date.now() - 3_600_000)).toBe(401)
    expect((await fetch(url, { method: 'POST', body })).status).toBe(401)
    expect(await post([other, secret])).toBe(204)
    expect(await post([secret])).toBe(204)
    await expect.poll(lines, WAIT).toContain('once')
    expect(lines().filter((line) => line === 'once')).toHaveLength(1)
    expect(lines()).not.toContain('evil')
  },
)

test.each(receivers)(
  'the receiver of the document in %s starts with no empty secret',
  async (language, file, [program, ...words]) => {
    if (isMissing(program)) return
    const env = { WEBHOOK_SECRET: '', PORT: `${await freePort()}` }
    const { child, lines } = start(language, file, [program, ...words], env)
    await expect.poll(() => child.exitCode, WAIT).toBeGreaterThan(0)
    expect(lines()).not.toContain('ready')
  },
)

test('the receiver of the document in python waits for no large body', async () => {
  if (isMissing('python3')) return
  const port = await freePort()
  const env = { WEBHOOK_SECRET: `whsec_${Buffer.alloc(24).toString('base64')}`, PORT: `${port}` }
  const { lines } = start('python', 'receiver.py', ['python3'], env)
  await expect.poll(lines, WAIT).toContain('ready')
  const call = request({ port, method: 'POST', headers: { 'content-length': 1_000_001 } })
  call.flushHeaders()
  const [reply] = (await once(call, 'response')) as [IncomingMessage]
  expect(reply.statusCode).toBe(413)
  call.on('error', () => {}).destroy()
})

function isMissing(program: string): boolean {
  // `go` has no --version.
  if (spawnSync(program, [program === 'go' ? 'version' : '--version']).error === undefined)
    return false
  process.stdout.write(`not checked: ${program} is missing\n`)
  return true
}

/** Starts the program of the document; returns it, and the lines that it has printed. */
function start(
  language: string,
  file: string,
  [program, ...words]: readonly [string, ...string[]],
  env: Record<string, string>,
): { child: ChildProcess; lines: () => string[] } {
  const [, source = ''] =
    new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(document) ?? []
  const folder = mkdtempSync(path.join(tmpdir(), 'receiver-'))
  writeFileSync(path.join(folder, file), source)
  const child = spawn(program, [...words, path.join(folder, file)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
    // `go run` starts another process.
    detached: true,
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  onTestFinished(() => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return { child, lines: () => output.split('\n') }
}
