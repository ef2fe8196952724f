import { spawn } from 'node:child_process'
import path from 'node:path'
import process from 'node:process'
import { freePort } from '../tests/support/free-port.ts'

const root = path.join(import.meta.dirname, '..')
const START_MS = 60_000

/** A server in a process of its own. */
export interface BenchServer {
  readonly origin: string
  readonly pid: number
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>
  stop(): void
}

/** Starts a script of a checkout, this one by default, on a free `PORT` and waits until it is ready. */
export async function serve(
  script: string,
  env: Record<string, string> = {},
  cwd = root,
): Promise<BenchServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [script], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...env, PORT: String(port) },
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const origin = `http://localhost:${port}`
  const end = performance.now() + START_MS
  while (performance.now() < end) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (answer?.ok === true) {
      return { origin, pid: child.pid ?? 0, ended, stop: () => child.kill('SIGTERM') }
    }
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  child.kill('SIGKILL')
  throw new Error(`${script} did not start in ${START_MS / 1000} s`)
}
