import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** Milliseconds of processor that a process has used so far, in steps of ten; where the system tells. */
export function processorMsOf(pid: number): number {
  const [, numbers = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = numbers.split(' ').map(Number)
  return ((fields[11] ?? 0) + (fields[12] ?? 0)) * TICK_MS
}
