// Loaded into a process that is measured: writes down at its end what it has cost.
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const TICKS_PER_SECOND = 100

process.on('exit', () => {
  const target = process.env.COST_FILE
  if (target === undefined) return
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const cost = {
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 + ofChildren(),
    peakMiB: maxRSS / 1024,
  }
  writeFileSync(target, JSON.stringify(cost))
})

// Node does not tell what its children took; Linux does, of those that have ended.
function ofChildren(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
  } catch {
    return 0
  }
}
