import type { Counted } from './count-page.ts'

/** Errors of the page before counting begins. */
export interface EarlyErrors {
  /** Ends collecting, and hands out what came. */
  take(): Event[]
}

/** Longest wait for the page to have nothing else to do. */
const MAX_WAIT_MS = 3000

/** However many elements there are, the page is one. */
let isCounted = false

/** Begins to count this page, once, when it has time for it; what failed before is counted too. */
export function countLater(counted: Counted, early?: EarlyErrors): void {
  if (isCounted || !(counted.isOn ?? counted.server === self.origin)) return
  isCounted = true
  const count = (): void => {
    import('./count-page.ts').then(
      ({ countPage }) => countPage(counted, early?.take()),
      // Counting is never worth disturbing the page.
      () => undefined,
    )
  }
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in self) requestIdleCallback(count, { timeout: MAX_WAIT_MS })
  else setTimeout(count, MAX_WAIT_MS)
}
