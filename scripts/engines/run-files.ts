import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { endTree } from './end-tree.ts'

/** How the tests of a file ended. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Titles of tests that failed, with what they said; also what kept the file from running. */
  failures: { title: string; message: string }[]
}

/** How a file of tests ended, and what it took. */
export interface FileResult extends Counts {
  /** Why it was begun a second time; undefined when the first time counted. */
  again: string | undefined
  seconds: number
}

/** What a runner says while it runs files. */
export type Told =
  | { kind: 'begun'; file: string }
  | { kind: 'done'; file: string; counts: Counts; broken?: string }

/** A command that runs files of tests one after the other and tells how each one ends. */
export interface Run {
  /** Arguments that run some files. */
  args: (files: readonly string[]) => readonly string[]
  env: Record<string, string>
  cwd: string
  /** Where what it says is kept. */
  log: string
  /** Longest time between one thing it tells and the next. */
  limitMs: number
  onResult?: (file: string, result: FileResult) => void
}

/**
 * Runs files of tests in a runner of their own, and what is left in a further one when it stands
 * still or ends too early. The file that it then was at, or one that broke as a whole, is begun once
 * more; a test that fails has failed.
 */
export async function runFiles(
  run: Run,
  files: readonly string[],
): Promise<Record<string, FileResult>> {
  const results: Record<string, FileResult> = {}
  const again: Record<string, string> = {}

  function settle(file: string, counts: Counts, seconds: number): void {
    const result = { ...counts, again: again[file], seconds: Math.round(seconds) }
    results[file] = result
    run.onResult?.(file, result)
  }

  function blame(file: string, reason: string, seconds: number): void {
    if (file in again) settle(file, broken(reason), seconds)
    else again[file] = reason
  }

  for (;;) {
    const left = files.filter((file) => !(file in results))
    if (left.length === 0) return results
    /** When each file was begun that is not done: a runner may tell of the next one before. */
    const open = new Map<string, number>()
    const since = (file: string): number =>
      (performance.now() - (open.get(file) ?? performance.now())) / 1000
    let isMute = true
    const reason = await attempt(run, left, (told) => {
      const { file } = told
      isMute = false
      if (told.kind === 'begun') open.set(file, performance.now())
      else {
        if (told.broken === undefined) settle(file, told.counts, since(file))
        else blame(file, told.broken, since(file))
        open.delete(file)
      }
    })
    for (const file of open.keys()) blame(file, reason, since(file))
    // A runner that came to no file at all.
    if (isMute) for (const file of left) blame(file, reason, 0)
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

/** Answers how the runner came to its end. */
async function attempt(
  run: Run,
  files: readonly string[],
  onTold: (told: Told) => void,
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
  child.on('message', (told: Told) => {
    watchdog.refresh()
    onTold(told)
  })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    // Not `exit`: what it told last may be under way.
    child.on('close', resolve)
  })
  clearTimeout(watchdog)
  process.off('exit', stop)
  return isLate ? `stood still for ${run.limitMs / 1000} s` : `the runner ended with ${code}`
}
