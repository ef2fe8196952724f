import type { EarlyErrors } from './start-telemetry.ts'

/** Maximum number of errors kept until telemetry starts. */
const MAX_KEPT = 20

/** Collects errors of scripts, files and promises. */
export function collectErrors(): EarlyErrors {
  const kept: Event[] = []
  const keep = (event: Event): void => {
    if (kept.length < MAX_KEPT) kept.push(event)
  }
  addEventListener('error', keep, true)
  addEventListener('unhandledrejection', keep)
  return {
    take() {
      removeEventListener('error', keep, true)
      removeEventListener('unhandledrejection', keep)
      return kept
    },
  }
}
