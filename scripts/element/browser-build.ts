import { readFile } from 'node:fs/promises'
import type { OutputChunk, RolldownPlugin } from 'rolldown'
import { proofWorker } from '../lib/proof-worker.ts'
import { buildCss } from './css.ts'

/** What is needed of a built file. */
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

/** How everything of ours that runs in a browser is built. */
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
