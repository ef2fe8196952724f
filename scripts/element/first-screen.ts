import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'rolldown'
import { cssText } from './browser-build.ts'
import { buildCss, withTokens } from './css.ts'
import { makeShell } from './shell.ts'
import { root } from '../lib/prepare.mjs'

const at = (...parts: string[]): string => path.join(root, ...parts)

/** Reads style sheets of the element by name, minified, as one text. */
export async function readCss(...names: string[]): Promise<string> {
  const texts = names.map((name) => readFile(at('widget/src/styles', `${name}.css`), 'utf8'))
  return (await Promise.all(texts)).map(buildCss).join('')
}

/** Renders the first screen into the text of the module that the loaders draw from. */
export async function buildShell(): Promise<string> {
  const css = withTokens(await readCss('tokens'), await readCss('shell'))
  return makeShell(await bundleServer(), css)
}

/** The React tree for Node, which cannot read TSX itself. */
async function bundleServer(): Promise<string> {
  const file = at('.cache/element/server.mjs')
  await build({
    input: at('scripts/element/server-entry.ts'),
    platform: 'node',
    plugins: [cssText],
    external: (id) => /^[a-z@]/.test(id),
    output: { file, codeSplitting: false },
    logLevel: 'warn',
  })
  return file
}
