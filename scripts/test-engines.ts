// `npm run test:engines`: the element's tests in Firefox and WebKitGTK, where they are installed. Names
// of test files as arguments run only those; ENGINE and ELEMENT_BUILD run one engine or build.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { buildElementIfStale } from './build.ts'
import { gapsOf, type BuildName, type EngineName } from './engines/gaps.ts'
import { runFile, type FileResult } from './engines/run-file.ts'
import { reportOf, totalOf, type Row } from './engines/table.ts'
import { findFirefox, hasWebKit } from './lib/engines.ts'
import { root } from './lib/prepare.mjs'

/** Many times what a file takes on two cores that have nothing else to do. */
const FILE_LIMIT_MS = 10 * 60_000
const PORT = 4770
/** These open no element: the captcha by itself, and the gallery of all screens. */
const WITHOUT_ELEMENT = /^(?:accessibility|captcha-kinds|captcha-l|captcha-r|door)/
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
const engines = installed.filter((name) => name === (process.env.ENGINE ?? name))
const builds = (['element', 'lite'] as const).filter(
  (name) => name === (process.env.ELEMENT_BUILD ?? name),
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

if (engines.length === 0) {
  process.exitCode = 2
} else {
  await buildElementIfStale(log)
  const rows: Row[] = []
  // One browser at a time: they take the focus from each other.
  for (const engine of engines) {
    for (const build of builds) rows.push(await runAll(engine, build))
  }
  log(`\n${reportOf(rows)}`)
  const totals = rows.map(totalOf)
  const isGood = totals.every(({ passed, failed }) => passed > 0 && failed === 0)
  process.exitCode = isGood ? 0 : 1
}

async function runAll(engine: EngineName, build: BuildName): Promise<Row> {
  const files: Record<string, FileResult> = {}
  log(`\n— ${NAMES[engine]}, ${build} —`)
  for (const file of filesOf(build)) {
    const result = await runOne(engine, build, file)
    files[file] = result
    const { passed, failed, skipped, seconds, again } = result
    const more = [
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      ...(again === undefined ? [] : [`begun again: ${again}`]),
    ]
    const mark = failed > 0 ? '✗' : '✓'
    log(`${mark} ${[`${file}: ${passed} passed`, ...more].join(', ')} (${seconds} s)`)
  }
  const left = Object.keys(files).flatMap((file) =>
    gapsOf(engine, file).map((gap) => ({ file, ...gap })),
  )
  return { engine: NAMES[engine], build, files, left }
}

function filesOf(build: BuildName): string[] {
  const wanted = process.argv.slice(2)
  return readdirSync(path.join(root, 'tests/element'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => path.basename(name, '.test.ts'))
    .filter((name) => build === 'element' || !WITHOUT_ELEMENT.test(name))
    .filter((name) => wanted.length === 0 || wanted.includes(name))
}

async function runOne(engine: EngineName, build: BuildName, file: string): Promise<FileResult> {
  const results = path.join(root, '.cache/test-results/engines')
  const name = path.join(results, `${engine}-${build}-${file}`)
  return await runFile({
    cwd: root,
    args: [
      'node_modules/@web/test-runner/dist/bin.js',
      '--config',
      'web-test-runner.engines.config.ts',
      '--files',
      `tests/element/${file}.test.ts`,
    ],
    env: {
      ENGINE: engine,
      ELEMENT_BUILD: build,
      ELEMENT_PORT: process.env.ELEMENT_PORT ?? String(PORT),
    },
    report: `${name}.json`,
    log: `${name}.log`,
    limitMs: FILE_LIMIT_MS,
  })
}
