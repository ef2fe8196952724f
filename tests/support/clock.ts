import type { Clock } from '../../server/lib/clock.ts'

/** A clock that stands still until it is told to move. */
export interface TestClock {
  readonly now: Clock
  passSeconds(seconds: number): void
}

/** A clock that starts on a fixed day. */
export function createTestClock(): TestClock {
  let now = Date.UTC(2026, 10, 21, 8)
  return {
    now: () => now,
    passSeconds: (seconds) => {
      now += seconds * 1000
    },
  }
}
