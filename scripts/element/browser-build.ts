import { readFile } from 'node:fs/promises'
import type { OutputChunk, RolldownPlugin } from 'rolldown'
import { proofWorker } from '../lib/proof-worker.ts'
import { buildCss } from './css.ts'

/** Properties of a built file that the build uses. */
export type Chunk = Pick<
  OutputChunk,
  'name' | 'fileName' | 'code' | 'imports' | 'isEntry' | 'moduleIds'
>

/** Style sheets become strings in the script. */
export const cssText: RolldownPlugin = {
  name: 'css-text',
  async load(id) {
    if (!id.endsWith('.css')) return null
    const text = buildCss(await readFile(id, 'utf8'))
    return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
  },
}

/** Build options of all our scripts for browsers. */
export const browserBuild = {
  platform: 'browser' as const,
  transform: {
    define: {
      'process.env.NODE_ENV': '"production"',
      // Tools that look at React pages are for the page around the element.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined',
    },
    target: 'es2022',
  },
  plugins: [cssText, proofWorker],
  treeshake: { propertyReadSideEffects: false as const },
  logLevel: 'warn' as const,
}
