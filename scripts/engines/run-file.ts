import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'

/** How a file of tests ended. */
export interface FileResult {
  passed: number
  failed: number
  skipped: number
  /** Titles of tests that failed, with what they said; also what kept the file from running. */
  failures: { title: string; message: string }[]
  /** Why it was begun a second time; undefined when the first time counted. */
  again: string | undefined
  seconds: number
}

/** A command that runs the tests of one file and writes a report. */
export interface FileRun {
  args: readonly string[]
  env: Record<string, string>
  cwd: string
  /** Where the command writes its report. */
  report: string
  /** Where what it says is kept. */
  log: string
  limitMs: number
}

type Report = Omit<FileResult, 'again' | 'seconds'> & { broken?: string }

/**
 * Runs the tests of one file in processes of their own. What stands still, or ends without a report,
 * is ended with all that it started and begun once more; a test that fails has failed.
 */
export async function runFile(run: FileRun): Promise<FileResult> {
  const began = performance.now()
  const first = await attempt(run)
  const last = typeof first === 'string' ? await attempt(run) : first
  return {
    ...(typeof last === 'string' ? broken(last) : last),
    again: typeof first === 'string' ? first : undefined,
    seconds: Math.round((performance.now() - began) / 1000),
  }
}

function broken(message: string): Report {
  return {
    passed: 0,
    failed: 1,
    skipped: 0,
    failures: [{ title: 'the file as a whole', message }],
  }
}

/** The report, or why there is none. */
async function attempt(run: FileRun): Promise<Report | string> {
  rmSync(run.report, { force: true })
  mkdirSync(path.dirname(run.log), { recursive: true })
  const log = openSync(run.log, 'w')
  const child = spawn(process.execPath, run.args, {
    cwd: run.cwd,
    stdio: ['ignore', log, log],
    env: { ...process.env, ...run.env, TEST_REPORT: run.report },
  })
  closeSync(log)
  const stop = (): void => endTree(child.pid)
  process.once('exit', stop)
  let isLate = false
  const watchdog = setTimeout(() => {
    isLate = true
    stop()
  }, run.limitMs)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  clearTimeout(watchdog)
  process.off('exit', stop)
  if (isLate) return `stood still for ${run.limitMs / 1000} s`
  const report = readReport(run.report)
  return report?.broken ?? report ?? `the runner ended with ${code} and without a report`
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}

/** Ends a process and all that came from it: browsers begin sessions and groups of their own. */
function endTree(pid: number | undefined): void {
  if (pid === undefined) return
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  const pairs = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const found = [pid]
  for (const parent of found) {
    found.push(...pairs.flatMap(([id = 0, of]) => (of === parent && id > 0 ? [id] : [])))
  }
  for (const one of found) {
    try {
      process.kill(one, 'SIGKILL')
    } catch {
      // It ended by itself meanwhile.
    }
  }
}
