import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { endTree } from './end-tree.ts'

/** Results of the tests of a file. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Titles and messages of tests that failed, and errors that kept the file from running. */
  failures: { title: string; message: string }[]
}

/** Results of a file of tests, and its duration. */
export interface FileResult extends Counts {
  /** Reason for a second run; undefined when the first run counted. */
  retryReason: string | undefined
  seconds: number
}

/** Message that a runner sends while it runs files. */
export type RunnerMessage =
  | { kind: 'started'; file: string }
  | { kind: 'done'; file: string; counts: Counts; broken?: string }

/** A command that runs test files one after the other and reports how each one ends. */
export interface Run {
  /** Arguments that run some files. */
  args: (files: readonly string[]) => readonly string[]
  env: Record<string, string>
  cwd: string
  /** File that its output is appended to. */
  log: string
  /** Longest time between two messages. */
  limitMs: number
  onResult?: (file: string, result: FileResult) => void
}

/**
 * Runs test files in one runner, and those that are left in another when it hangs or ends early. A file
 * that hung or broke as a whole is run once more; a test that fails has failed.
 */
export async function runFiles(
  run: Run,
  files: readonly string[],
): Promise<Record<string, FileResult>> {
  const results: Record<string, FileResult> = {}
  const retryReasons: Record<string, string> = {}

  function record(file: string, counts: Counts, seconds: number): void {
    const result = { ...counts, retryReason: retryReasons[file], seconds: Math.round(seconds) }
    results[file] = result
    run.onResult?.(file, result)
  }

  function retryOrFail(file: string, reason: string, seconds: number): void {
    if (file in retryReasons) record(file, broken(reason), seconds)
    else retryReasons[file] = reason
  }

  for (;;) {
    const left = files.filter((file) => !(file in results))
    if (left.length === 0) return results
    /** Start of each file that is not done; a runner may report the next one first. */
    const open = new Map<string, number>()
    const since = (file: string): number =>
      (performance.now() - (open.get(file) ?? performance.now())) / 1000
    let hasReported = false
    const reason = await attempt(run, left, (message) => {
      const { file } = message
      hasReported = true
      if (message.kind === 'started') open.set(file, performance.now())
      else {
        if (message.broken === undefined) record(file, message.counts, since(file))
        else retryOrFail(file, message.broken, since(file))
        open.delete(file)
      }
    })
    for (const file of open.keys()) retryOrFail(file, reason, since(file))
    // A runner that reached no file at all.
    if (!hasReported) for (const file of left) retryOrFail(file, reason, 0)
  }
}

function broken(message: string): Counts {
  return {
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [{ title: 'the file as a whole', message }],
  }
}

/** Returns how the runner ended. */
async function attempt(
  run: Run,
  files: readonly string[],
  onMessage: (message: RunnerMessage) => void,
): Promise<string> {
  mkdirSync(path.dirname(run.log), { recursive: true })
  const log = openSync(run.log, 'a')
  const child = spawn(process.execPath, run.args(files), {
    cwd: run.cwd,
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...process.env, ...run.env },
  })
  closeSync(log)
  const stop = (): void => endTree(child.pid)
  process.once('exit', stop)
  let isLate = false
  const watchdog = setTimeout(() => {
    isLate = true
    stop()
  }, run.limitMs)
  child.on('message', (message: RunnerMessage) => {
    watchdog.refresh()
    onMessage(message)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    // Not `exit`: its last message may be under way.
    child.on('close', resolve)
  })
  clearTimeout(watchdog)
  process.off('exit', stop)
  return isLate ? `hung for ${run.limitMs / 1000} s` : `the runner ended with ${code}`
}
