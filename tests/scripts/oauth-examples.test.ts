import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test, vi } from 'vitest'
import type { Client } from '../support/client.ts'
import { createPeople } from '../support/create-people.ts'
import { freePort } from '../support/free-port.ts'
import { decide } from '../support/oauth-client.ts'
import { PROCESS_TEST_MS, sharedSecrets, startServerProcess } from '../support/server-process.ts'

vi.setConfig({ testTimeout: PROCESS_TEST_MS })

const root = path.join(import.meta.dirname, '../..')
const folder = path.join(root, 'examples/oauth')
type Example = ChildProcessByStdio<null, Readable, null>

const running: Example[] = []
const folders: string[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true })
})

interface Installation {
  origin: string
  browser: Client
  /** Types a command of the operator; returns what it prints, by its first word. */
  type(words: readonly string[]): Record<string, string>
}

/** Starts an account server with one person, who has a browser. */
async function install(): Promise<Installation> {
  const dir = mkdtempSync(path.join(tmpdir(), 'oauth-'))
  folders.push(dir)
  const account = await startServerProcess({ DATA_DIR: dir })
  const { client: browser } = await createPeople(account.client, account.codeFor)()
  return {
    origin: account.origin,
    browser,
    type: (words) => {
      const output = execFileSync(process.execPath, ['server/main.ts', ...words], {
        cwd: root,
        env: { ...process.env, ...sharedSecrets, DATA_DIR: dir },
        encoding: 'utf8',
      })
      return Object.fromEntries([...output.matchAll(/^(\w+) +(\S+)/gm)].map(([, a, b]) => [a, b]))
    },
  }
}

function start(file: string, args: readonly string[], env: Record<string, string>): Example {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  running.push(child)
  return child
}

/** Returns the address that a client asks to open. */
async function addressOf({ stdout }: Example): Promise<string> {
  let output = ''
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    output += String(chunk)
    const found = /https?:\/\/\S+/.exec(output)
    if (found !== null) return found[0]
  }
  throw new Error(`no address in "${output}"`)
}

/** Opens an address in the person's browser, which follows no redirect. */
async function visit(browser: Client, address: string): Promise<Response> {
  return await browser.send(new Request(address, { redirect: 'manual' }))
}

/** Signs a person in to a client: opens the address, ticks boxes and returns the answer. */
async function signIn(
  { browser, origin }: Installation,
  address: string,
  scopes: string[],
): Promise<string> {
  const reply = await visit(browser, address)
  expect(reply.headers.get('location')).toContain('/authorization?')
  const page = await (await visit(browser, `${origin}/form/authorize`)).text()
  return await decide(browser, page, { scopes })
}

test('a command-line client signs a person in through a loopback port', async () => {
  const installed = await install()
  const { origin, type } = installed
  const add = ['client', 'add', 'Tides', '--redirects', 'http://127.0.0.1/callback', '--public']
  const { client_id: CLIENT_ID = '' } = type(add)
  const child = start('command-line.mjs', [], { PASSPORT_SERVER: origin, CLIENT_ID })
  const callback = await signIn(installed, await addressOf(child), ['profile'])
  expect(callback).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback\?code=/)
  const [output] = await Promise.all([text(child.stdout), fetch(callback)])
  expect(output).toMatch(/^Signed in as \S+\.$/m)
})

test('a web client signs a person in, and out on both sides', async () => {
  const installed = await install()
  const { browser, origin, type } = installed
  const port = await freePort()
  const site = `http://localhost:${port}`
  const add = ['client', 'add', 'Harbour', '--redirects', `${site}/callback`]
  const printed = type([...add, '--after-logout', `${site}/`])
  const child = start('web-app.mjs', [], {
    PORT: String(port),
    PASSPORT_SERVER: origin,
    CLIENT_ID: printed.client_id ?? '',
    CLIENT_SECRET: printed.client_secret ?? '',
  })
  expect(await addressOf(child)).toBe(`${site}/`)
  let cookie = ''
  const go = async (target: string): Promise<Response> => {
    const reply = await fetch(new URL(target, site), { headers: { cookie }, redirect: 'manual' })
    cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return reply
  }
  const address = (await go('/sign-in')).headers.get('location') ?? ''
  const callback = await signIn(installed, address, ['profile', 'email'])
  const foreign = await fetch(callback, { redirect: 'manual' })
  expect(foreign.status).toBe(400)
  await go(callback)
  expect(await (await go('/')).text()).toContain('Signed in as')

  const leaving = (await go('/sign-out')).headers.get('location') ?? ''
  expect((await visit(browser, leaving)).headers.get('location')).toBe(`${site}/`)
  expect(await (await go('/')).text()).toContain('Nobody is signed in')
})

test('a client of the Model Context Protocol discovers where to sign in', async () => {
  const installed = await install()
  const { origin, type } = installed
  const port = await freePort()
  const resource = `http://localhost:${port}/mcp`
  const scopes = ['--scopes', 'tides:read=Read the tides', '--jwt']
  type(['resource', 'add', resource, 'Tides', ...scopes])
  const add = ['client', 'add', 'Reader', '--redirects', 'http://127.0.0.1/callback', '--public']
  const { client_id: CLIENT_ID = '' } = type(add)
  const served = start('mcp-server.mjs', [], { PORT: String(port), PASSPORT_SERVER: origin })
  await expect
    .poll(
      () =>
        fetch(resource).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 60_000 },
    )
    .toBe(401)
  const child = start('mcp-client.mjs', [resource], { CLIENT_ID })
  const address = await addressOf(child)
  expect(new URL(address).searchParams.get('resource')).toBe(resource)
  const callback = await signIn(installed, address, ['resource_1'])
  const [output] = await Promise.all([text(child.stdout), fetch(callback)])
  expect(output).toMatch(/For op_\S+: high tide at/)
  expect(served.exitCode).toBeNull()
})
