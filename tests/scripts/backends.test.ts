import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import { hostSignIn } from '#protocol/web/hosted-sign-in.ts'
import type { Client } from '../support/client.ts'
import { createPeople } from '../support/create-people.ts'
import { freePort } from '../support/free-port.ts'
import { PROCESS_TEST_MS, sharedSecrets, startServerProcess } from '../support/server-process.ts'

vi.setConfig({ testTimeout: PROCESS_TEST_MS })

const AID = '2002'
const root = path.join(import.meta.dirname, '../..')
const folder = path.join(root, 'examples/backends')

type Command = readonly [string, ...string[]]

interface Backend {
  name: string
  /** Succeeds where the language and its packages are installed. */
  probe: Command
  start: (port: number) => Command
}

const node = process.execPath
const backends: readonly Backend[] = [
  {
    name: 'Node',
    probe: [node, '--version'],
    start: () => [node, '../cross-site/server.mjs'],
  },
  {
    name: 'Express',
    probe: [node, '--input-type=module', '-e', 'import "express"; import "express-session"'],
    start: () => [node, 'express.mjs'],
  },
  {
    name: 'Next',
    probe: ['npm', 'ls', '--prefix', 'next', 'next'],
    start: () => ['npm', 'start', '--prefix', 'next'],
  },
  {
    name: 'Flask',
    probe: ['python3', '-c', 'import flask'],
    start: () => ['python3', 'flask_app.py'],
  },
  { name: 'Go', probe: ['go', 'version'], start: () => ['go', 'run', 'main.go'] },
  {
    name: 'PHP',
    probe: ['php', '--version'],
    start: (port) => ['php', '-S', `127.0.0.1:${port}`, 'index.php'],
  },
]

// Other languages may not be installed.
const installed = backends.filter(({ probe: [command, ...args] }) => {
  return spawnSync(command, args, { cwd: folder }).status === 0
})

const running: ChildProcess[] = []
const folders: string[] = []

afterEach(() => {
  // The whole group: `go run` starts the program in a process of its own.
  for (const { pid } of running.splice(0)) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  for (const dir of folders.splice(0)) rmSync(dir, { recursive: true, force: true })
})

async function startBackend(backend: Backend, port: number, server: string): Promise<void> {
  const [command, ...args] = backend.start(port)
  const env = {
    ...process.env,
    PORT: String(port),
    PASSPORT_SERVER: server,
    PASSPORT_AID: AID,
    SESSION_SECRET: 's'.repeat(43),
  }
  running.push(spawn(command, args, { cwd: folder, detached: true, stdio: 'ignore', env }))
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          ({ ok }) => ok,
          () => false,
        ),
      {
        timeout: PROCESS_TEST_MS / 2,
      },
    )
    .toBe(true)
}

/** A browser at the shop, which follows no redirect. */
function openShop(origin: string): (target: string) => Promise<{ reply: Response; text: string }> {
  let cookie = ''
  return async (target) => {
    const url = new URL(target, origin)
    const reply = await fetch(url, { headers: { cookie }, redirect: 'manual' })
    for (const line of reply.headers.getSetCookie()) cookie = line.split(';')[0] ?? ''
    return { reply, text: await reply.text() }
  }
}

/** Goes where the element of a page leads somebody who has a session at the account server. */
async function goToServer(client: Client, server: string, page: string): Promise<string> {
  const attribute = (name: string): string =>
    new RegExp(`\\b${name}="([^"]*)"`).exec(page)?.[1] ?? ''
  const query = new URLSearchParams({
    aid: attribute('aid'),
    redirect_uri: attribute('redirect-uri'),
    state: attribute('state'),
    code_challenge: attribute('code-challenge'),
  })
  const cookie = Array.from(client.cookies, ([name, value]) => `${name}=${value}`).join('; ')
  // `fetch` would say itself that it does not navigate.
  const request = get(`${server}/passport/web/${hostSignIn.paths.web?.[0]}?${query.toString()}`, {
    headers: { cookie, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' },
  })
  const [reply] = (await once(request, 'response')) as [IncomingMessage]
  reply.resume()
  expect(reply.statusCode).toBe(302)
  return reply.headers.location ?? ''
}

function isSignedIn(page: string): boolean {
  return /Signed in as \S+\./.test(page.replaceAll(/<[^>]*>/g, ''))
}

test.each(installed)(
  '$name signs in the person who returns with a code, and nobody else',
  async (it) => {
    const port = await freePort()
    const shop = `http://127.0.0.1:${port}`
    const dir = mkdtempSync(path.join(tmpdir(), 'backends-'))
    folders.push(dir)
    const added = ['app', 'add', AID, '--name', 'Shop', '--origins', shop]
    execFileSync(node, ['server/main.ts', ...added, '--redirects', `${shop}/signed-in`], {
      cwd: root,
      env: { ...process.env, ...sharedSecrets, DATA_DIR: dir },
    })
    const account = await startServerProcess({ DATA_DIR: dir })
    const [person] = await Promise.all([
      createPeople(account.client, account.codeFor)(),
      startBackend(it, port, account.origin),
    ])

    const visit = openShop(shop)
    const back = await goToServer(person.client, account.origin, (await visit('/')).text)
    const forged = new URL(back)
    forged.searchParams.set('state', 'of-another-browser')
    await visit(forged.href)
    expect(isSignedIn((await visit('/')).text)).toBe(false)

    const again = await goToServer(person.client, account.origin, (await visit('/')).text)
    const { reply } = await visit(again)
    expect(new URL(reply.headers.get('location') ?? '', shop).href).toBe(`${shop}/`)
    expect(isSignedIn((await visit('/')).text)).toBe(true)

    const stranger = openShop(shop)
    await stranger('/')
    await stranger(again)
    expect(isSignedIn((await stranger('/')).text)).toBe(false)
  },
)
