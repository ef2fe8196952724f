import { PerformanceObserver } from 'node:perf_hooks'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** Most that short-lived things may take. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * Lets V8 take memory for short-lived things as load asks for it, up to half of what it would take by
 * itself: beyond that, calls get no faster. Its own limit can only be set before a process starts.
 */
export function limitYoungMemory(): void {
  let factor = 2
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
  // It grows after a collection, and only then.
  new PerformanceObserver(() => {
    const next = youngBytes() * 2 > MOST_BYTES ? 1 : 2
    if (next === factor) return
    factor = next
    setFlagsFromString(`--semi-space-growth-factor=${factor}`)
  }).observe({ entryTypes: ['gc'] })
}

function youngBytes(): number {
  return getHeapSpaceStatistics().find((one) => one.space_name === 'new_space')?.space_size ?? 0
}
