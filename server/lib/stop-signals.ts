import process from 'node:process'

/** A signal to a group of processes arrives from its sender, npm and the launcher in turn. */
const COPIES_MS = 1000

/** Calls `stop` at the first signal to end; another one after a second ends the process at once. */
export function onStopSignal(stop: () => void): void {
  let stoppedAt: number | undefined
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now()
        stop()
      } else if (performance.now() - stoppedAt > COPIES_MS) process.exit(1)
    })
  }
}
