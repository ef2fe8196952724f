// `npm run test:engines`: the element's tests in Firefox and WebKitGTK, where they are installed. Names
// of test files as arguments run only those; ENGINE and ELEMENT_BUILD run one engine or build.
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { buildElementIfStale } from './build.ts'
import { gapsOf, type BuildName, type EngineName } from './engines/gaps.ts'
import { runFiles, type FileResult } from './engines/run-files.ts'
import { reportOf, summaryOf, totalOf, type Row } from './engines/table.ts'
import { findFirefox, hasWebKit } from './lib/engines.ts'
import { root } from './lib/prepare.mjs'

/** Longer than the runner gives a file before it ends its browser. */
const LIMIT_MS = 12 * 60_000
const PORT = 4770
/** Folders of the tests of each build. */
const FOLDERS = { element: ['both-builds', 'one-build'], lite: ['both-builds'] } as const
const NAMES = { firefox: 'Firefox', webkit: 'WebKitGTK' } as const

const log = (line: string): void => console.log(line)
const firefox = findFirefox()
log(
  firefox === undefined
    ? 'Firefox: not found, left out. Install firefox-esr, or name it by FIREFOX_PATH.'
    : `Firefox: ${firefox}`,
)
log(
  hasWebKit()
    ? 'WebKitGTK: found'
    : 'WebKitGTK: not found, left out. Install webkit2gtk-driver and xvfb.',
)
const installed: EngineName[] = [
  ...(firefox === undefined ? [] : (['firefox'] as const)),
  ...(hasWebKit() ? (['webkit'] as const) : []),
]
const { ENGINE, ELEMENT_BUILD } = process.env
const engines = installed.filter((name) => name === (ENGINE ?? name))
const builds = (['element', 'lite'] as const).filter((name) => name === (ELEMENT_BUILD ?? name))

const port = Number(process.env.ELEMENT_PORT ?? PORT)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

if (engines.length === 0 || builds.length === 0) {
  if (ENGINE !== undefined && engines.length === 0) {
    log(`ENGINE is "${ENGINE}"; found here: ${installed.join(', ') || 'none'}.`)
  }
  if (builds.length === 0) log(`ELEMENT_BUILD is "${ELEMENT_BUILD}"; it may be element or lite.`)
  process.exitCode = 2
} else {
  const began = performance.now()
  await buildElementIfStale(log)
  // At the same time: the engines share no screen, so neither takes the other's focus.
  const rows = (
    await Promise.all(
      engines.map(async (engine, at) => {
        const results: Row[] = []
        for (const build of builds) results.push(await runAll(engine, build, port + at))
        return results
      }),
    )
  ).flat()
  log(`\n${reportOf(rows)}\n`)
  log(summaryOf(rows, (performance.now() - began) / 1000))
  const totals = rows.map(totalOf)
  const isGood = totals.every(({ passed, failed }) => passed > 0 && failed === 0)
  process.exitCode = isGood ? 0 : 1
}

async function runAll(engine: EngineName, build: BuildName, ownPort: number): Promise<Row> {
  const name = path.join(root, '.cache/test-results/engines', `${engine}-${build}.log`)
  rmSync(name, { force: true })
  const files = await runFiles(
    {
      cwd: root,
      args: (names) => [
        'node_modules/@web/test-runner/dist/bin.js',
        '--config',
        'web-test-runner.engines.config.ts',
        '--files',
        ...names.map((file) => `tests/element/*/${file}.test.ts`),
      ],
      env: { ENGINE: engine, ELEMENT_BUILD: build, ELEMENT_PORT: String(ownPort) },
      log: name,
      limitMs: LIMIT_MS,
      onResult: (file, result) => log(lineOf(`${NAMES[engine]}, ${build}, ${file}`, result)),
    },
    filesOf(build),
  )
  const left = Object.keys(files).flatMap((file) =>
    gapsOf(engine, file).map((gap) => ({ file, ...gap })),
  )
  return { engine: NAMES[engine], build, files, left }
}

function lineOf(
  name: string,
  { passed, failed, skipped, seconds, retryReason }: FileResult,
): string {
  const more = [
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(retryReason === undefined ? [] : [`run again: ${retryReason}`]),
  ]
  const mark = failed > 0 ? '✗' : '✓'
  return `${mark} ${[`${name}: ${passed} passed`, ...more].join(', ')} (${seconds} s)`
}

function filesOf(build: BuildName): string[] {
  const requested = process.argv.slice(2)
  return FOLDERS[build]
    .flatMap((folder) => readdirSync(path.join(root, 'tests/element', folder)))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.basename(name, '.test.ts'))
    .filter((name) => requested.length === 0 || requested.includes(name))
}
