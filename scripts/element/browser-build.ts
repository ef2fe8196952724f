import { readFile } from 'node:fs/promises'
import type { OutputChunk, RolldownPlugin } from 'rolldown'
import { proofWorker } from '../lib/proof-worker.ts'
import { buildCss } from './css.ts'

/** Properties of a built file that the build uses. */
export type Chunk = Pick<
  OutputChunk,
  'name' | 'fileName' | 'code' | 'imports' | 'dynamicImports' | 'isEntry' | 'moduleIds'
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

/** Leaves out what calls are for, which documents say and no browser needs. */
const withoutDescriptions: RolldownPlugin = {
  name: 'without-descriptions',
  transform: {
    filter: { id: /[\\/]protocol[\\/].*\.ts$/ },
    handler: (code) => code.replaceAll(/^ {2}description:\s+(['"])(?:(?!\1).)*\1,$/gm, ''),
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

/** The same for scripts that we serve, which nobody looks into. */
export const servedBuild = {
  ...browserBuild,
  plugins: [...browserBuild.plugins, withoutDescriptions],
}
