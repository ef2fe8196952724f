import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../support/free-port.ts'
import type { Copy } from './copies.ts'

/** What a run has taken. */
export interface Cost {
  cpuSeconds: number
  peakKiB: number
}

/** What a development server takes. */
export interface DevCost {
  readyMs: number
  firstPageMs: number
  editMs: number
}

const ASTRO = 'node_modules/astro/bin/astro.mjs'
const HOOK = path.join(import.meta.dirname, 'cost-hook.ts')
const MOST_MIB = 12_000
const PATIENCE_MS = 300_000
const POLL_MS = 10

async function measured(copy: Copy, args: readonly string[]): Promise<Cost> {
  const costFile = path.join(copy.folder, '.cost.json')
  const child = start(copy, args, { COST_FILE: costFile, NODE_ENV: 'production' })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  const cost = JSON.parse(readFileSync(costFile, 'utf8')) as Cost
  rmSync(costFile)
  return cost
}

/** Builds with Astro alone. */
export async function build(copy: Copy): Promise<Cost> {
  return await measured(copy, [ASTRO, 'build', '--silent'])
}

/**
 * Makes the search index and the compressed files of what was built, as after the build before it;
 * leaves a copy for the next.
 */
export async function finish(copy: Copy): Promise<Cost> {
  const before = path.join(copy.folder, '.cache/before')
  const script = path.join(import.meta.dirname, 'finish.ts')
  const cost = await measured(copy, [script, 'dist/site', before])
  rmSync(before, { recursive: true, force: true })
  cpSync(path.join(copy.folder, 'dist/site'), before, { recursive: true })
  return cost
}

/** Starts a development server, opens a post, edits it, and waits for the edit to be served. */
export async function develop(copy: Copy): Promise<DevCost> {
  const port = await freePort()
  const begun = performance.now()
  const child = start(copy, [ASTRO, 'dev', '--port', String(port), '--silent'], {
    ASTRO_DEV_BACKGROUND: '0',
  })
  try {
    const origin = `http://localhost:${port}`
    await served(`${origin}/favicon.svg`, '')
    const ready = performance.now()
    const page = `${origin}/blog/${path.basename(copy.post, '.md')}`
    await served(page, '</html>')
    const opened = performance.now()
    const word = `Edited at ${Date.now()}.`
    appendFileSync(copy.post, `\n${word}\n`)
    await served(page, word)
    return {
      readyMs: ready - begun,
      firstPageMs: opened - ready,
      editMs: performance.now() - opened,
    }
  } finally {
    child.kill('SIGTERM')
  }
}

async function served(address: string, text: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (performance.now() < end) {
    try {
      const answer = await fetch(address)
      const body = await answer.text()
      if (body.includes(text)) return
    } catch (error) {
      // Nobody listens yet.
      if (!(error instanceof TypeError)) throw error
    }
    await pause(POLL_MS)
  }
  throw new Error(`${address} did not come within ${PATIENCE_MS / 1000} s`)
}

function start(copy: Copy, args: readonly string[], env: Record<string, string>): ChildProcess {
  const flags = [`--max-old-space-size=${MOST_MIB}`, '--import', HOOK]
  return spawn(process.execPath, [...flags, ...args], {
    cwd: copy.folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  })
}
