import { spawn } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { copyOfSite } from '../bench/site-build/copies.ts'
import { freePort } from '../support/free-port.ts'

const PATIENCE_MS = 50_000

/** A development server over a copy of the site, which tests may write to. */
async function develop(): Promise<{
  folder: string
  origin: string
  read(page: string): Promise<string>
}> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dev-'))
  copyOfSite(folder, 0)
  const port = await freePort()
  // Astro leaves its pages out where it believes itself in a test.
  const env = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV)/.test(name))
  const dev = spawn(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'dev', '--port', String(port)],
    {
      cwd: folder,
      stdio: 'ignore',
      env: { ...Object.fromEntries(env), ASTRO_DEV_BACKGROUND: '0', ASTRO_TELEMETRY_DISABLED: '1' },
    },
  )
  const ended = new Promise((resolve) => {
    dev.on('exit', resolve)
  })
  onTestFinished(async () => {
    dev.kill()
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const origin = `http://localhost:${port}`
  return {
    folder,
    origin,
    async read(page) {
      const reply = await fetch(origin + page).catch(() => undefined)
      return (await reply?.text()) ?? ''
    },
  }
}

test('shows texts that are there, new and edited ones, though a build beside it empties the list of them', async () => {
  const { folder, read } = await develop()
  const shown = async (page: string, words: string): Promise<void> =>
    await expect.poll(async () => await read(page), { timeout: PATIENCE_MS }).toContain(words)
  await shown('/blog/local-index', 'Three indexes, because there are three questions')

  const posts = path.join(folder, 'src/content/blog')
  const text = readFileSync(path.join(posts, 'en/local-index.md'), 'utf8')
  const written = path.join(posts, 'en/made-just-now.md')
  writeFileSync(written, text.replace(/^title: .*/m, 'title: Made just now'))
  await shown('/blog/made-just-now', 'Three indexes, because there are three questions')
  appendFileSync(written, '\nA sentence more.\n')
  await shown('/blog/made-just-now', 'A sentence more.')

  // What a build writes there, whose texts are rendered already.
  writeFileSync(path.join(folder, '.astro/content-modules.mjs'), 'export default new Map();')
  await new Promise((resolve) => {
    setTimeout(resolve, 1000)
  })
  expect(await read('/blog/made-just-now')).toContain('A sentence more.')
})

test('reloads a page that was asked for before the last reload and listens only after it', async () => {
  const { folder, origin, read } = await develop()
  const words = 'Three indexes, because there are three questions'
  await expect.poll(() => read('/blog/local-index'), { timeout: PATIENCE_MS }).toContain(words)
  // As the script of a page listens.
  const token = /const wsToken = "(.*?)"/.exec(await read('/@vite/client'))?.[1]
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr')
  onTestFinished(() => socket.close())
  const said: unknown[] = []
  socket.addEventListener('message', ({ data }) => {
    const { type } = JSON.parse(String(data)) as { type: string }
    if (type !== 'ping') said.push(type)
  })
  await expect.poll(() => said).toContain('connected')
  const tell = (askedAt: number): void =>
    socket.send(JSON.stringify({ type: 'custom', event: 'late-pages:asked', data: askedAt }))

  appendFileSync(path.join(folder, 'src/content/blog/en/local-index.md'), '\nA sentence more.\n')
  await expect.poll(() => read('/blog/local-index')).toContain('A sentence more.')
  // The lists are written half a second later.
  await new Promise((resolve) => {
    setTimeout(resolve, 2000)
  })
  const before = said.length
  tell(Date.now())
  tell(Date.now() - 60_000)
  await expect.poll(() => said.length).toBe(before + 1)
  expect(said.at(-1)).toBe('full-reload')
})
