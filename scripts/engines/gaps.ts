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

/** Everything that is not run in another engine; each entry is named in the report of a run. */
export const gaps: readonly Gap[] = [
  {
    engines: both,
    file: 'growth',
    tests: [
      'leaves nothing behind after 200 mounts, moves and elements that were never in the page',
    ],
    reason: 'only Chromium lets a page collect its garbage',
  },
  {
    engines: both,
    file: 'captcha-looks',
    tests: [
      'moves nothing by itself where the person asks for that',
      'draws an edge around everything to press where colours are forced',
    ],
    reason: 'only Chromium can be told what a person’s system asks for',
  },
  {
    engines: ['firefox'],
    file: 'lost-files',
    tests: [
      'shows a screen whose files did not come at first, when it is asked for again',
      'calls the server after the code for that did not come at first',
    ],
    reason: 'Firefox asks for no module again that did not come',
  },
]

/** The tests of a file that an engine leaves out, each with its reason. */
export function gapsOf(engine: EngineName, file: string): { title: string; reason: string }[] {
  return gaps
    .filter((gap) => gap.file === file && gap.engines.includes(engine))
    .flatMap(({ tests, reason }) => tests.map((title) => ({ title, reason })))
}
