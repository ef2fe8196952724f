import { importing, type Chunk } from './inline-runtime.ts'

const IMPORT = /\bimport\((?=["'`]\.\/[\w.-]+["'`]\))/g
const EXPORTED = /export\{(?=[^}]*\};?\s*$)/
const HELPER =
  'const $lost={},$again=a=>import($lost[a]?a+"?again="+$lost[a]:a).catch(e=>{$lost[a]=-~$lost[a];throw e});'

/**
 * Has files that did not come asked for under a new address when they are wanted again: a browser may
 * keep that a module failed for as long as the page is there (HTML, 8.1.5 "module map"). The chunk of
 * the first screen has what asks for the others, since they lie beside it.
 */
export function askAgain(chunks: readonly Chunk[], name: string): Chunk[] {
  const first = chunks.find((chunk) => chunk.name === name)
  if (first === undefined || !EXPORTED.test(first.code)) {
    throw new Error(`there is no chunk named ${name} that others can import from`)
  }
  const folder = (chunk: Chunk): string => chunk.fileName.slice(0, chunk.fileName.lastIndexOf('/'))
  return chunks.map((chunk) => {
    const code = chunk.code.replaceAll(IMPORT, '$again(')
    if (chunk === first) {
      return { ...chunk, code: HELPER + code.replace(EXPORTED, 'export{$again,') }
    }
    if (code === chunk.code) return chunk
    // The loader does not wait for the first screen's script, and lies elsewhere.
    return chunk.imports.includes(first.fileName) && folder(chunk) === folder(first)
      ? { ...chunk, code: importing(code, '$again', first) }
      : { ...chunk, code: HELPER + code }
  })
}
