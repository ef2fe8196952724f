import type { EarlyErrors } from '../../widget/src/count-later.ts'

declare global {
  interface Window {
    /** What `first.js` collects; absent where a filter keeps that file from the page. */
    earlyErrors?: EarlyErrors & { seen(): readonly Event[] }
  }
}
