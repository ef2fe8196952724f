// Fails when too many folders, or too many files, import each other in a circle; imports of types count.
// Usage: node scripts/check-import-cycles.ts [folder…]; without one, all of the repository.
import path from 'node:path'
import process from 'node:process'
import { findCycles, readFileImports, readFolderImports, type Import } from './lib/import-graph.ts'
import { root } from './lib/prepare.mjs'

const MAX_FOLDERS = 2
const MAX_FILES = 5
/** Folders in which three may, and why. */
const exceptions: Record<string, string> = {
  bench: 'its root holds both the benchmarks and the servers and loads that their parts use',
  protocol: 'its root holds both the table of calls and what the calls are made of',
  src: 'its root holds the names of the product, which its parts use, and the collections of Astro',
}
/** Imports shown between two of them. */
const MAX_SHOWN = 3

const requested = process.argv.slice(2)
// The folders of the repository among each other, and what is in each that has folders.
const all = [
  '.',
  'protocol',
  'server',
  'widget',
  'widget/src',
  'src',
  'puzzles',
  'scripts',
  'bench',
  'tests',
]
for (const folder of requested.length === 0 ? all : requested) {
  const place = path.resolve(root, folder)
  const mayBeOneMore = exceptions[folder] === undefined ? 0 : 1
  report(folder, 'folders', MAX_FOLDERS + mayBeOneMore, readFolderImports(place))
  report(folder, 'files', MAX_FILES, readFileImports(place))
}

function report(folder: string, what: string, max: number, imports: readonly Import[]): void {
  for (const cycle of findCycles(imports)) {
    const isTooLarge = cycle.length > max
    // Few files that belong together may need each other.
    if (!isTooLarge && what === 'files') continue
    if (isTooLarge) process.exitCode = 1
    console.log(
      `${folder}: ${cycle.length} ${what} import each other` +
        `${isTooLarge ? `, at most ${max} may` : ''}: ${cycle.join(', ')}`,
    )
    for (const line of describe(folder, cycle, imports)) console.log(`  ${line}`)
  }
}

/** Returns the imports of a cycle by pair, the pairs that are easiest to part first. */
function describe(folder: string, cycle: string[], imports: readonly Import[]): string[] {
  const inside = imports.filter(({ from, to }) => cycle.includes(from) && cycle.includes(to))
  const pairs = [...Map.groupBy(inside, ({ from, to }) => `${from} → ${to}`)]
  return pairs
    .toSorted(([, a], [, b]) => a.length - b.length)
    .flatMap(([pair, found]) => {
      const more = found.length - MAX_SHOWN
      return [
        `${pair} (${found.length})`,
        ...found
          .slice(0, MAX_SHOWN)
          .map(({ place, specifier }) => `  ${folder}/${place} imports ${specifier}`),
        ...(more > 0 ? [`  and ${more} more`] : []),
      ]
    })
}
