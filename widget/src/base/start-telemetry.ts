import type { PageTelemetrySettings } from './page-telemetry.ts'

/** Errors of the page before telemetry starts. */
export interface EarlyErrors {
  /** Stops collecting and returns the errors. */
  take(): Event[]
}

/** Longest wait for an idle page, in milliseconds. */
const MAX_WAIT_MS = 3000

/** A page is counted once, however many elements it has. */
let isStarted = false

/** Starts telemetry when the page is idle; includes earlier errors. */
export function startTelemetry(settings: PageTelemetrySettings, early?: EarlyErrors): void {
  if (isStarted || !(settings.isOn ?? settings.server === self.origin)) return
  isStarted = true
  const start = (): void => {
    import('./page-telemetry.ts').then(
      ({ trackPage }) => trackPage(settings, early?.take()),
      // Failed telemetry must not disturb the page.
      () => undefined,
    )
  }
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in self) requestIdleCallback(start, { timeout: MAX_WAIT_MS })
  else setTimeout(start, MAX_WAIT_MS)
}
