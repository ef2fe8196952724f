import { readFile } from 'node:fs/promises'
import { defineConfig, type Plugin } from 'vitest/config'

/** Style sheets are imported as text, as the element's own build does. */
const cssText: Plugin = {
  name: 'css-text',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('.css')) return null
    return `export default ${JSON.stringify(await readFile(id, 'utf8'))}`
  },
}

export default defineConfig({
  plugins: [cssText],
  test: {
    include: ['tests/{protocol,server,widget,captcha,site,scripts}/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Two cores: more workers only wait for each other.
    maxWorkers: 2,
  },
})
