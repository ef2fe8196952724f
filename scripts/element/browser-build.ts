import { readFile } from 'node:fs/promises'
import type { RolldownPlugin } from 'rolldown'
import { buildCss } from './css.ts'
import { oneRequest, oneSentence, onlySealing } from './lean.ts'

/** Style sheets become strings in the script. */
export const cssText: RolldownPlugin = {
  name: 'css-text',
  async load(id) {
    if (!id.endsWith('.css')) return null
    const text = buildCss(await readFile(id, 'utf8'))
    return { code: `export default ${JSON.stringify(text)}`, moduleType: 'js' }
  },
}

/** What a row says to readers of the protocol document stays out of the browser. */
const withoutDocs: RolldownPlugin = {
  name: 'without-docs',
  transform: {
    filter: { id: /[\\/]protocol[\\/]/ },
    handler: (code, id) => {
      const silent = code.replaceAll(
        /\b(?:about|means|when|result):\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"),?/g,
        '',
      )
      // Which errors a call may answer is of use to readers and to the server.
      return isRowFile.test(id) ? silent.replaceAll(/\berrors:\s*(?:\[[^\]]*\]|\w+),/g, '') : silent
    },
  },
}
const isRowFile = /[\\/]protocol[\\/](?:web[\\/]|captcha[\\/]calls)/

/** Functions of the protocol's tables that only describe: what nothing asks for is left out. */
const describing =
  'endpoint everyFamily ownAccount fromText text array boolean enums integer literal max min nonempty nullable number object optional pattern record size string type union'.split(
    ' ',
  )

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
  plugins: [cssText, withoutDocs, onlySealing, oneSentence, oneRequest],
  treeshake: { manualPureFunctions: describing, propertyReadSideEffects: false as const },
  logLevel: 'warn' as const,
}
