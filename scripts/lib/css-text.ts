import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildCss } from '../element/css.ts'

/** The plugin interface that Vite and Vitest share, without depending on either. */
interface CssText {
  name: string
  enforce: 'pre'
  resolveId(source: string, importer: string | undefined): string | undefined
  load(id: string): string | undefined
}

// Named as a script, because the bundler would add a name with .css to the style sheets of the page.
const MARK = '\0css-text:'
const SUFFIX = '.js'

/** Gives style sheets as text to scripts that import them, as the element's own build does. */
export const cssText: CssText = {
  name: 'css-text',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (!source.endsWith('.css') || !/\/widget\/.+\.tsx?$/.test(importer)) return undefined
    return MARK + path.resolve(path.dirname(importer), source) + SUFFIX
  },
  load(id) {
    if (!id.startsWith(MARK)) return undefined
    const file = id.slice(MARK.length, -SUFFIX.length)
    return `export default ${JSON.stringify(buildCss(readFileSync(file, 'utf8')))}`
  },
}
