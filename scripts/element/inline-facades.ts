import path from 'node:path'
import { pairs, type Chunk } from './inline-runtime.ts'

const FACADE = /^export\{([^}]*)\}from["'`]\.\/([\w.-]+)["'`];?\s*$/
const IMPORT = String.raw`\bimport\(["'${'`'}](\.\/(?:assets\/)?)([\w.-]+)["'${'`'}]\)`

interface Facade {
  /** The file that has what is passed on. */
  from: string
  /** What it is called there, by the name it is passed on under. */
  names: Map<string, string>
}

/**
 * Takes away files that only pass on what another has: whoever loads one later loads that other
 * instead, which saves a request and its wait.
 */
export function inlineFacades(chunks: readonly Chunk[]): Chunk[] {
  const facades = new Map(
    chunks.flatMap((chunk) => {
      const [, list, from] = FACADE.exec(chunk.code) ?? []
      if (list === undefined || from === undefined) return []
      const names = new Map(pairs(list).map(([inside, outside]) => [outside, inside]))
      return [[path.posix.basename(chunk.fileName), { from, names }] as const]
    }),
  )
  return chunks
    .filter(({ fileName }) => !facades.has(path.posix.basename(fileName)))
    .map((chunk) => ({ ...chunk, code: redirect(chunk.code, facades) }))
}

function redirect(code: string, facades: ReadonlyMap<string, Facade>): string {
  const replace = (
    pattern: string,
    write: (address: string, facade: Facade, rest: string) => string,
  ): void => {
    code = code.replaceAll(
      new RegExp(pattern, 'g'),
      (whole, folder: string, file: string, rest: string) => {
        const facade = facades.get(file)
        return facade === undefined
          ? whole
          : write(`import("${folder}${facade.from}")`, facade, rest)
      },
    )
  }
  // The two forms in which one thing of a file is asked for, by its new name; then all others.
  replace(
    String.raw`\(await ${IMPORT}\)\.(\w+)`,
    (loaded, { names }, name) => `(await ${loaded}).${names.get(name)}`,
  )
  replace(
    String.raw`${IMPORT}\.then\(\(\{(\w+)(?=:\w+\}\))`,
    (loaded, { names }, name) => `${loaded}.then(({${names.get(name)}`,
  )
  replace(IMPORT, (loaded, { names }) => {
    const fields = Array.from(names, ([outside, inside]) => `${outside}:m.${inside}`)
    return `${loaded}.then(m=>({${fields.join()}}))`
  })
  return code
}
