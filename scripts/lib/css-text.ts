import path from 'node:path'

/** What Vite and Vitest need to know of a plugin, without depending on either. */
interface CssText {
  name: string
  enforce: 'pre'
  resolveId(source: string, importer: string | undefined): string | undefined
}

/** Gives style sheets as text to scripts that import them, as the element's own build does. */
export const cssText: CssText = {
  name: 'css-text',
  enforce: 'pre',
  resolveId(source, importer = '') {
    if (!source.endsWith('.css') || !/\/widget\/.+\.tsx?$/.test(importer)) return undefined
    return `${path.resolve(path.dirname(importer), source)}?raw`
  },
}
