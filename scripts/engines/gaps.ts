/** An engine that the element's tests run in beside Chromium. */
export type EngineName = 'firefox' | 'webkit'

/** A build of the element. */
export type BuildName = 'element' | 'lite'

/** Tests that cannot run in an engine, for a reason of the engine and not of ours. */
export interface Gap {
  engines: readonly EngineName[]
  /** Name of the test file, without its folder and ending. */
  file: string
  /** Whole titles of the tests. */
  tests: readonly string[]
  reason: string
}

const both = ['firefox', 'webkit'] as const

/** Tests skipped in other engines; reports list each of them. */
export const gaps: readonly Gap[] = [
  {
    engines: both,
    file: 'growth',
    tests: ['leaks nothing after 200 mounts, moves and elements that were never added'],
    reason: 'only Chromium lets a page collect its garbage',
  },
  {
    engines: both,
    file: 'captcha-looks',
    tests: [
      'animates nothing if the person prefers reduced motion',
      'draws borders around controls in forced colours',
    ],
    reason: 'only Chromium can emulate these preferences',
  },
  {
    engines: both,
    file: 'looks',
    tests: ['changes colours without a transition if the person prefers reduced motion'],
    reason: 'only Chromium can emulate this preference',
  },
  {
    engines: both,
    file: 'passkey-request',
    tests: ['is not offered where the page forbids it, and neither is making one'],
    reason: 'only Chromium obeys policies of pages about passkeys',
  },
  {
    engines: ['firefox'],
    file: 'lost-files',
    tests: [
      'shows a screen on retry after its files failed to load',
      'calls the server on retry after the client code failed to load',
    ],
    reason: 'Firefox never retries a module that failed to load',
  },
]

/** Returns the tests of a file that an engine skips. */
export function gapsOf(engine: EngineName, file: string): { title: string; reason: string }[] {
  return gaps
    .filter((gap) => gap.file === file && gap.engines.includes(engine))
    .flatMap(({ tests, reason }) => tests.map((title) => ({ title, reason })))
}
