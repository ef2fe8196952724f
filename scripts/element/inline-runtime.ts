import type { OutputChunk } from 'rolldown'

const EXPORTED = /export\{([^}]*)\};?\s*$/

/** Under which name the first chunk has the helpers. */
const HELPERS = '$helpers'

/** What is needed of a built file. */
export type Chunk = Pick<OutputChunk, 'name' | 'fileName' | 'code' | 'imports' | 'moduleIds'>

/**
 * Puts the bundler's helpers into the chunk that the first screen waits for, where later chunks find
 * them: as a file of their own they would cost a request.
 */
export function inlineRuntime(chunks: readonly Chunk[], name: string): Chunk[] {
  const runtime = chunks.find((chunk) => chunk.name === 'rolldown-runtime')
  if (runtime === undefined) return [...chunks]
  // Of those so named the one with the code: others pass on what it has.
  const first = chunks.find((chunk) => chunk.name === name && EXPORTED.test(chunk.code))
  const made = EXPORTED.exec(runtime.code)
  if (made === null || first === undefined) {
    throw new Error('the helpers of the bundler have another form now')
  }
  const body = runtime.code.slice(0, made.index)
  const locals = pairs(made[1]).map(([local, outside]) => `${outside}:${local}`)
  const used = new RegExp(`import\\{([^}]*)\\}from"\\./${escaped(nameOf(runtime))}";?`)
  const taken = (_: string, list: string): string =>
    `const{${pairs(list)
      .map(([outside, local]) => `${outside}:${local}`)
      .join()}}=${HELPERS};`
  return chunks
    .filter((chunk) => chunk !== runtime)
    .map((chunk) => ({
      name: chunk.name,
      fileName: chunk.fileName,
      code:
        chunk === first
          ? `const ${HELPERS}=(()=>{${body}return{${locals.join()}}})();${chunk.code
              .replace(used, taken)
              .replace(EXPORTED, `export{${HELPERS},$1};`)}`
          : used.test(chunk.code)
            ? importing(chunk.code.replace(used, taken), HELPERS, first)
            : chunk.code,
      imports: importsOf(chunk, runtime, first),
      moduleIds: chunk.moduleIds,
    }))
}

/** Code that takes one thing more from a chunk beside it. */
export function importing(code: string, name: string, from: Chunk): string {
  const file = `from"./${nameOf(from)}"`
  const [before = '', ...after] = code.split(file)
  const at = before.lastIndexOf('import{')
  return after.length === 0
    ? `import{${name}}${file};${code}`
    : `${before.slice(0, at)}import{${name},${before.slice(at + 7)}${file}${after.join(file)}`
}

function importsOf(chunk: Chunk, runtime: Chunk, first: Chunk): string[] {
  if (!chunk.imports.includes(runtime.fileName)) return chunk.imports
  const others = chunk.imports.filter((one) => one !== runtime.fileName)
  return chunk === first || others.includes(first.fileName) ? others : [...others, first.fileName]
}

function nameOf({ fileName }: Chunk): string {
  return fileName.split('/').at(-1) ?? ''
}

function escaped(text: string): string {
  return text.replaceAll('.', String.raw`\.`)
}

/** `a as b,c` as pairs of what stands before and behind; a lone name is both. */
export function pairs(list = ''): [before: string, behind: string][] {
  return list.split(',').map((entry) => {
    const [before = '', behind = before] = entry.trim().split(/\s+as\s+/)
    return [before, behind]
  })
}
