import type { EarlyErrors } from '../../widget/src/base/start-telemetry.ts'

declare global {
  interface Window {
    /** Errors that `first.js` collects; absent where a filter blocks that file. */
    earlyErrors?: EarlyErrors & { seen(): readonly Event[] }
  }
}
