import path from 'node:path'
import { pairs, type Chunk } from './inline-runtime.ts'

const FACADE = /^export\{([^}]*)\}from["'`]\.\/([\w.-]+)["'`];?\s*$/

/**
 * Takes away files that only pass on what another has: whoever loads one later loads that other
 * instead, which saves a request and its wait.
 */
export function inlineFacades(chunks: readonly Chunk[]): Chunk[] {
  const facades = new Map(
    chunks.flatMap((chunk) => {
      const [, list, from] = FACADE.exec(chunk.code) ?? []
      if (list === undefined || from === undefined) return []
      const fields = pairs(list).map(([inside, outside]) => `${outside}:m.${inside}`)
      const then = `${from}").then(m=>({${fields.join()}}))`
      return [[path.posix.basename(chunk.fileName), then]] as const
    }),
  )
  return chunks
    .filter(({ fileName }) => !facades.has(path.posix.basename(fileName)))
    .map((chunk) => ({
      ...chunk,
      code: chunk.code.replaceAll(
        /\bimport\(["'`](\.\/(?:assets\/)?)([\w.-]+)["'`]\)/g,
        (whole, folder: string, file: string) => {
          const then = facades.get(file)
          return then === undefined ? whole : `import("${folder}${then}`
        },
      ),
    }))
}
