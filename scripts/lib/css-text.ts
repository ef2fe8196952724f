import { readFileSync } from 'node:fs'
import path from 'node:path'
import { buildCss } from '../element/css.ts'

// Named as a script, because the bundler would add a name with .css to the style sheets of the page.
const MARK = '\0css-text:'
const SUFFIX = '.js'

/** Gives style sheets as text to scripts that import them, as the element's own build does; for Vite and Vitest. */
export const cssText = {
  name: 'css-text',
  enforce: 'pre' as const,
  resolveId(source: string, importer = ''): string | undefined {
    if (!source.endsWith('.css') || !/\/widget\/.+\.tsx?$/.test(importer)) return undefined
    return MARK + path.resolve(path.dirname(importer), source) + SUFFIX
  },
  load(id: string): string | undefined {
    if (!id.startsWith(MARK)) return undefined
    const file = id.slice(MARK.length, -SUFFIX.length)
    return `export default ${JSON.stringify(buildCss(readFileSync(file, 'utf8')))}`
  },
}
