import { spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../../scripts/lib/prepare.mjs'
import { copyOfSite } from '../bench/site-build/copies.ts'
import { freePort } from '../support/free-port.ts'

const PATIENCE_MS = 100_000

interface Developed {
  folder: string
  read(page: string): Promise<string>
}

/** A development server of the site over a copy, which tests may write to. */
function developSite(): Promise<Developed> {
  return develop((port) => ['node_modules/astro/bin/astro.mjs', 'dev', '--port', port])
}

/** What `npm run dev` runs, over a copy. */
async function developAll(): Promise<Developed> {
  const ports = { API_PORT: String(await freePort()), HOST_PAGE_PORT: String(await freePort()) }
  return await develop(() => ['scripts/dev.ts'], ['server', 'puzzles'], ports)
}

async function develop(
  commandOn: (port: string) => string[],
  more: readonly string[] = [],
  ports: Readonly<Record<string, string>> = {},
): Promise<Developed> {
  const folder = mkdtempSync(path.join(tmpdir(), 'dev-'))
  copyOfSite(folder, 0)
  for (const name of more) {
    cpSync(path.join(root, name), path.join(folder, name), { recursive: true })
  }
  const port = await freePort()
  // Astro leaves its pages out when it detects Vitest.
  const env = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV)/.test(name))
  const dev = spawn(process.execPath, commandOn(String(port)), {
    cwd: folder,
    stdio: 'ignore',
    env: {
      ...Object.fromEntries(env),
      ...ports,
      PORT: String(port),
      ASTRO_DEV_BACKGROUND: '0',
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  })
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
    async read(page) {
      const reply = await fetch(origin + page).catch(() => undefined)
      return (await reply?.text()) ?? ''
    },
  }
}

test(
  'shows new and edited texts, and continues if one has an error',
  { timeout: 3 * PATIENCE_MS },
  async () => {
    const { folder, read } = await developSite()
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

    writeFileSync(written, '---\ntitle: Not: closed\ntags: [\n---\n')
    appendFileSync(path.join(posts, 'en/local-index.md'), '\nOne more here.\n')
    await shown('/blog/local-index', 'One more here.')
    expect(await read('/blog/made-just-now')).toContain('Error</title>')
    writeFileSync(written, text.replace(/^title: .*/m, 'title: Mended just now'))
    await shown('/blog/made-just-now', 'Mended just now')
  },
)

test(
  'builds an element of its own, which pages preload, and leaves what was built for people',
  { timeout: 3 * PATIENCE_MS },
  async () => {
    const { folder, read } = await developAll()
    const preloaded = async (): Promise<string> =>
      /\/assets\/main-[\w-]+\.js/.exec(await read('/login'))?.[0] ?? ''
    await expect.poll(preloaded, { timeout: PATIENCE_MS }).not.toBe('')
    const file = await preloaded()
    await expect.poll(() => read(file), { timeout: PATIENCE_MS }).toContain('export')
    expect(existsSync(path.join(folder, 'dist'))).toBe(false)
  },
)
