// Fails when too many folders import each other in a circle.
// Usage: node scripts/check-import-cycles.ts [folder…]; without one, `server`.
import path from 'node:path'
import process from 'node:process'
import { findCycles, readFolderImports, type FolderImport } from './lib/import-graph.ts'
import { root } from './lib/prepare.mjs'

const MAX_FOLDERS = 3
/** Imports shown between two folders. */
const MAX_SHOWN = 3

const folders = process.argv.slice(2)
for (const folder of folders.length === 0 ? ['server'] : folders) {
  const imports = readFolderImports(path.resolve(root, folder))
  for (const cycle of findCycles(imports)) {
    const isTooLarge = cycle.length > MAX_FOLDERS
    if (isTooLarge) process.exitCode = 1
    console.log(
      `${folder}: ${cycle.length} folders import each other` +
        `${isTooLarge ? `, at most ${MAX_FOLDERS} may` : ''}: ${cycle.join(', ')}`,
    )
    for (const line of describe(folder, cycle, imports)) console.log(`  ${line}`)
  }
}

/** Returns the imports of a cycle by folder pair, the pairs that are easiest to part first. */
function describe(folder: string, cycle: string[], imports: readonly FolderImport[]): string[] {
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
