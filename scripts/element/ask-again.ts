import type { Chunk } from './inline-runtime.ts'

const IMPORT = /\bimport\((?=["'`]\.\/[\w.-]+["'`]\))/g
const HELPER =
  'const $lost={},$again=a=>import($lost[a]?a+"?again="+$lost[a]:a).catch(e=>{$lost[a]=-~$lost[a];throw e});'

/**
 * Has files that did not come asked for under a new address when they are wanted again: a browser may
 * keep that a module failed for as long as the page is there (HTML, 8.1.5 "module map").
 */
export function askAgain(chunk: Chunk): Chunk {
  const code = chunk.code.replaceAll(IMPORT, '$again(')
  return code === chunk.code ? chunk : { ...chunk, code: HELPER + code }
}
