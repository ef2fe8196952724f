import type { OutputChunk } from 'rolldown'

/** What is needed of a built file. */
export type Chunk = Pick<OutputChunk, 'name' | 'fileName' | 'code' | 'imports' | 'moduleIds'>

/**
 * Puts the bundler's helpers into the chunk that the first screen waits for: as a file of their own
 * they would cost it a request. Later chunks load that file, or find it there.
 */
export function inlineRuntime(chunks: readonly Chunk[], name: string): Chunk[] {
  const runtime = chunks.find((chunk) => chunk.name === 'rolldown-runtime')
  if (runtime === undefined) return [...chunks]
  const file = runtime.fileName.split('/').at(-1) ?? ''
  const used = new RegExp(`import\\{([^}]*)\\}from"\\./${file.replaceAll('.', '\\.')}";?`)
  const made = /export\{([^}]*)\};?\s*$/.exec(runtime.code)
  if (made === null) throw new Error('the helpers of the bundler have another form now')
  const body = runtime.code.slice(0, made.index)
  const locals = pairs(made[1]).map(([local, outside]) => `${outside}:${local}`)
  const inlined = (_: string, list: string): string => {
    const names = pairs(list).map(([outside, local]) => `${outside}:${local}`)
    return `const{${names.join()}}=(()=>{${body}return{${locals.join()}}})();`
  }
  return chunks.map((chunk) =>
    chunk.name === name
      ? {
          name,
          fileName: chunk.fileName,
          code: chunk.code.replace(used, inlined),
          imports: chunk.imports.filter((one) => one !== runtime.fileName),
          moduleIds: chunk.moduleIds,
        }
      : chunk,
  )
}

/** `a as b,c` as pairs of what stands before and behind; a lone name is both. */
export function pairs(list = ''): [before: string, behind: string][] {
  return list.split(',').map((entry) => {
    const [before = '', behind = before] = entry.trim().split(/\s+as\s+/)
    return [before, behind]
  })
}
