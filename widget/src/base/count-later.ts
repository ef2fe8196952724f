import type { Counted } from './count-page.ts'

/** Errors of the page before telemetry starts. */
export interface EarlyErrors {
  /** Stops collecting and returns the errors. */
  take(): Event[]
}

/** Longest wait for an idle page, in milliseconds. */
const MAX_WAIT_MS = 3000

/** A page is counted once, however many elements it has. */
let isCounted = false

/** Starts telemetry when the page is idle; includes earlier errors. */
export function countLater(counted: Counted, early?: EarlyErrors): void {
  if (isCounted || !(counted.isOn ?? counted.server === self.origin)) return
  isCounted = true
  const count = (): void => {
    import('./count-page.ts').then(
      ({ countPage }) => countPage(counted, early?.take()),
      // Failed telemetry must not disturb the page.
      () => undefined,
    )
  }
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in self) requestIdleCallback(count, { timeout: MAX_WAIT_MS })
  else setTimeout(count, MAX_WAIT_MS)
}
