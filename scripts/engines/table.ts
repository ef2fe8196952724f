import type { FileResult } from './run-files.ts'

/** The results of one build in one engine. */
export interface Row {
  engine: string
  build: string
  files: Record<string, FileResult>
  /** Tests that the engine cannot run. */
  left: { file: string; title: string; reason: string }[]
}

/** The sum over all files of a row. */
export function totalOf({ files }: Row): Record<'files' | 'passed' | 'failed' | 'skipped', number> {
  const results = Object.values(files)
  const sum = (name: 'passed' | 'failed' | 'skipped'): number =>
    results.reduce((total, result) => total + result[name], 0)
  return {
    files: results.length,
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
  }
}

/** All of a run in one line. */
export function summaryOf(rows: readonly Row[], seconds: number): string {
  const totals = rows.map(totalOf)
  const sum = (name: 'files' | 'passed' | 'failed' | 'skipped'): number =>
    totals.reduce((total, one) => total + one[name], 0)
  const names = rows.map(({ engine, build }) => `${engine} ${build}`).join(', ')
  const counts = `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`
  const minutes = `${(seconds / 60).toFixed(1)} min`
  return `${sum('failed') > 0 ? '✗' : '✓'} ${names}: ${counts} in ${sum('files')} files, ${minutes}`
}

/** Returns a table of results, with failed, skipped and repeated tests below. */
export function reportOf(rows: readonly Row[]): string {
  const columns = ['engine', 'build', 'files', 'passed', 'failed', 'skipped']
  const lines = rows.map((row) => [
    row.engine,
    row.build,
    ...Object.values(totalOf(row)).map(String),
  ])
  const widths = columns.map((name, at) =>
    Math.max(name.length, ...lines.map((line) => line[at]?.length ?? 0)),
  )
  const write = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [
    write(columns),
    ...lines.map(write),
    ...section('Failed', rows.flatMap(failuresOf)),
    ...section('Run a second time', rows.flatMap(repeatsOf)),
    ...section('Skipped', leftOut(rows)),
  ].join('\n')
}

function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `${heading}:`, ...lines.map((line) => `  ${line}`)]
}

function failuresOf({ engine, build, files }: Row): string[] {
  return Object.entries(files).flatMap(([file, { failures }]) =>
    failures.map(({ title, message }) => `${engine}, ${build}, ${file}: ${title}: ${message}`),
  )
}

function repeatsOf({ engine, build, files }: Row): string[] {
  return Object.entries(files).flatMap(([file, { retryReason }]) =>
    retryReason === undefined ? [] : [`${engine}, ${build}, ${file}: ${retryReason}`],
  )
}

/** Each test once, with the engines that leave it out. */
function leftOut(rows: readonly Row[]): string[] {
  const engines = new Map<string, Set<string>>()
  for (const { engine, left } of rows) {
    for (const { file, title, reason } of left) {
      const line = `${file}: ${title} (${reason})`
      engines.set(line, (engines.get(line) ?? new Set()).add(engine))
    }
  }
  return Array.from(engines, ([line, names]) => `${Array.from(names).join(', ')}: ${line}`)
}
