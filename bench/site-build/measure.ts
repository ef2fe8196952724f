import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { once } from 'node:events'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Copy } from '../../tests/support/copy-site.ts'
import { freePort } from '../../tests/support/free-port.ts'

/** Cost of a build. */
export interface Cost {
  cpuSeconds: number
  peakMiB: number
}

const ASTRO = 'node_modules/astro/bin/astro.mjs'
const HOOK = path.join(import.meta.dirname, 'cost-hook.ts')
const PATIENCE_MS = 300_000
const POLL_MS = 10

/** Builds with Astro alone. */
export async function build(copy: Copy): Promise<Cost> {
  const costFile = path.join(copy.folder, '.cost.json')
  const child = start(copy, ['--import', HOOK, ASTRO, 'build', '--silent'], {
    COST_FILE: costFile,
    NODE_ENV: 'production',
  })
  const [code]: unknown[] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the build in ${copy.folder} ended with ${String(code)}`)
  return JSON.parse(readFileSync(costFile, 'utf8')) as Cost
}

/** Starts a development server, opens a post, edits it, and waits for the edit to be served. */
export async function develop(copy: Copy): Promise<{ readyMs: number; editMs: number }> {
  const port = await freePort()
  const begun = performance.now()
  const child = start(copy, [ASTRO, 'dev', '--port', String(port), '--silent'], {
    ASTRO_DEV_BACKGROUND: '0',
  })
  try {
    const page = `http://localhost:${port}/blog/${path.basename(copy.post, '.md')}`
    await served(page, '</html>')
    const ready = performance.now()
    const word = `Edited at ${Date.now()}.`
    appendFileSync(copy.post, `\n${word}\n`)
    await served(page, word)
    return { readyMs: ready - begun, editMs: performance.now() - ready }
  } finally {
    child.kill('SIGTERM')
  }
}

async function served(address: string, text: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    try {
      const answer = await fetch(address)
      if ((await answer.text()).includes(text)) return
    } catch (error) {
      // Nobody listens yet.
      if (!(error instanceof TypeError)) throw error
    }
    await pause(POLL_MS)
  }
  throw new Error(`${address} did not come within ${PATIENCE_MS / 1000} s`)
}

function start(copy: Copy, args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: copy.folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  })
}
