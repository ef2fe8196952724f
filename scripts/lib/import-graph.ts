import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** One import of a file, or one that leads from one folder into another. */
export interface Import {
  readonly from: string
  readonly to: string
  /** Path below the root and line, such as `codes/codes.ts:3`. */
  readonly place: string
  readonly specifier: string
}

/** Returns the imports between the files below `root`, pages of Astro among them; packages and tests are left out. */
export function readFileImports(root: string): Import[] {
  return globSync('**/*.{ts,tsx,mts,mjs,astro}', { cwd: root })
    .filter((file) => !/\.test\.tsx?$|(^|[\\/])(tests|node_modules)[\\/]/.test(file))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      return ts
        .preProcessFile(text, true, true)
        .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName, pos }) => ({
          from: file,
          to: path.join(path.dirname(file), fileName),
          place: `${file}:${text.slice(0, pos).split('\n').length}`,
          specifier: fileName,
        }))
    })
    .filter(({ to }) => !to.startsWith('..'))
}

/**
 * Returns the imports between the folders directly below `root`, which count with all they contain.
 * Files of `root` itself are a folder by its name.
 */
export function readFolderImports(root: string): Import[] {
  const folderOf = (file: string): string =>
    file.includes(path.sep) ? (file.split(path.sep)[0] ?? '') : path.basename(root)
  return readFileImports(root)
    .map((found) => ({ ...found, from: folderOf(found.from), to: folderOf(found.to) }))
    .filter(({ from, to }) => from !== to)
}

/** Returns the strongly connected components of two or more, the largest first. */
export function findCycles(imports: readonly Import[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from)
  const reach = new Map([...targets.keys()].map((one) => [one, reachableFrom(one)]))
  const cycles: string[][] = []
  const done = new Set<string>()
  for (const one of targets.keys()) {
    if (done.has(one)) continue
    const cycle = [...(reach.get(one) ?? [])].filter((other) => reach.get(other)?.has(one))
    for (const member of cycle) done.add(member)
    if (cycle.length > 1) cycles.push(cycle.toSorted())
  }
  return cycles.toSorted((a, b) => b.length - a.length)

  function reachableFrom(start: string): Set<string> {
    const found = new Set<string>()
    const open = [start]
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      for (const { to } of targets.get(one) ?? []) {
        if (found.has(to)) continue
        found.add(to)
        open.push(to)
      }
    }
    return found
  }
}
