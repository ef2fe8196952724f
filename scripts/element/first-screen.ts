import { readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { build } from 'rolldown'
import { cssText } from './browser-build.ts'
import { buildCss, withTokens } from './css.ts'
import { makeShell } from './shell.ts'
import { root } from '../lib/prepare.mjs'

const at = (...parts: string[]): string => path.join(root, ...parts)

/** Reads style sheets, minified, as one text. */
export async function readCss(...files: string[]): Promise<string> {
  const texts = files.map((file) => readFile(at(file), 'utf8'))
  return (await Promise.all(texts)).map(buildCss).join('')
}

/** Renders the first screen into the text of the module that the loaders draw from. */
export async function buildShell(): Promise<string> {
  const css = withTokens(
    await readCss('protocol/theme.css'),
    await readCss('widget/src/styles/shell.css'),
  )
  return makeShell(await bundleServer(), css)
}

/** The React tree for Node, which cannot read TSX itself. */
async function bundleServer(): Promise<string> {
  const file = at('.cache/element/server.mjs')
  const written = at(`.cache/element/server-${process.pid}.mjs`)
  await build({
    input: at('scripts/element/server-entry.ts'),
    platform: 'node',
    plugins: [cssText],
    external: (id) => /^[a-z@]/.test(id),
    output: { file: written, codeSplitting: false },
    logLevel: 'warn',
  })
  // At once: others may be reading it.
  await rename(written, file)
  return file
}
