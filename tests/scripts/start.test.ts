import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_ADDRESS } from '../../scripts/lib/site-address.ts'
import { site } from '../../src/site.ts'
import { freePort } from '../support/free-port.ts'
import { PROCESS_TEST_MS } from '../support/server-process.ts'

const root = path.join(import.meta.dirname, '../..')
vi.setConfig({ testTimeout: PROCESS_TEST_MS })

const running: ChildProcess[] = []
const folders: string[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

interface Started {
  child: ChildProcess
  output: () => string
  ended: Promise<number | null>
}

function start(env: Record<string, string>, script = 'start'): Started {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'passport-start-'))
  folders.push(dataDir)
  const child = spawn(process.execPath, [`scripts/${script}.ts`], {
    cwd: root,
    // The site that was built, which need not be built again for each port.
    env: { ...process.env, SITE_URL: DEFAULT_ADDRESS, DATA_DIR: dataDir, ...env },
  })
  running.push(child)
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, output: () => text, ended }
}

async function ready(origin: string): Promise<void> {
  const status = async (): Promise<number | undefined> =>
    (await fetch(`${origin}/readyz`).catch(() => undefined))?.status
  await expect.poll(status, { timeout: PROCESS_TEST_MS / 2 }).toBe(200)
}

describe('npm start', () => {
  test('serves site, element and embedding page, prints addresses, and stops cleanly on SIGTERM', async () => {
    const [port, hostPort] = [await freePort(), await freePort()]
    const server = start({ PORT: String(port), HOST_PAGE_PORT: String(hostPort) })
    await ready(`http://localhost:${port}`)
    await expect.poll(server.output).toContain('/dev/mailbox')

    for (const [url, status, text] of [
      [`http://localhost:${port}/`, 200, 'Sable'],
      [`http://localhost:${port}/passport-login.js`, 200, 'passport-login'],
      [`http://localhost:${hostPort}/`, 200, 'aid="1002"'],
      // Where to ask, as the site says it.
      [
        `http://localhost:${port}/form/not-me?aid=1001&token=none`,
        422,
        `mailto:${site.contact.support}`,
      ],
    ] as const) {
      const answer = await fetch(url)
      expect(answer.status, url).toBe(status)
      expect(await answer.text()).toContain(text)
    }

    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('says in one sentence that a port is taken', async () => {
    const other = createServer().listen(0, 'localhost')
    await once(other, 'listening')
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const server = start({ PORT: String(port), HOST_PAGE_PORT: String(await freePort()) })
    expect(await server.ended).toBe(1)
    expect(server.output().trim().split('\n')).toHaveLength(1)
    expect(server.output()).toContain(`${port}`)
    expect(server.output()).toContain('taken')
    other.close()
  })

  test.each([
    ['start', 'PORT'],
    ['start', 'HOST_PAGE_PORT'],
    ['dev', 'PORT'],
    ['dev', 'API_PORT'],
    ['dev', 'HOST_PAGE_PORT'],
    ['cms', 'CMS_PORT'],
  ])('says so in %s of %s too, and leaves nothing running', async (script, setting) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    const names = ['PORT', 'API_PORT', 'HOST_PAGE_PORT', 'CMS_PORT']
    const ports = await Promise.all(names.map(async (name) => [name, String(await freePort())]))
    const env = { ...(Object.fromEntries(ports) as object), [setting]: String(port) }
    const begun = start(env, script)
    expect(await begun.ended).toBe(1)
    expect(begun.output()).toBe(
      `Port ${port} is taken: stop what listens there, or set ${setting} to a free one.\n`,
    )
    other.close()
  })

  test.each([
    ['PORT', 'many'],
    ['HOST_PAGE_PORT', '0'],
    ['DATA_DIR', '/dev/null/data'],
  ])('says in one sentence that %s may not be %s', async (name, value) => {
    const server = start({
      PORT: String(await freePort()),
      HOST_PAGE_PORT: String(await freePort()),
      [name]: value,
    })
    expect(await server.ended).toBe(1)
    expect(server.output().trim().split('\n')).toHaveLength(1)
    expect(server.output()).toMatch(new RegExp(`^${name} is "${value}"`))
  })
})
