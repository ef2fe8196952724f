import { spawnSync } from 'node:child_process'
import process from 'node:process'

/** Ends a process and all that came from it: browsers begin sessions and groups of their own. */
export function endTree(pid: number | undefined): void {
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
