import path from 'node:path'
import { build, type OutputChunk, type RolldownPlugin } from 'rolldown'
import { askAgain } from './ask-again.ts'
import { browserBuild } from './browser-build.ts'
import { inlineFacades } from './inline-facades.ts'
import { inlineRuntime, type Chunk } from './inline-runtime.ts'
import { withLicences } from './licences.ts'
import { LOADS_LATER, oneLanguage, waitsForTexts } from './one-language.ts'
import { virtualModule } from './shell.ts'
import { root } from '../lib/prepare.mjs'

const widget = (...parts: string[]): string => path.join(root, 'widget', ...parts)

/** Name of the chunk that has all of the first screen. */
const MAIN = 'main'

// Not the texts of one language: files that wait for them must not hold them.
const inWidget = (paths: string): RegExp =>
  new RegExp(`[\\\\/]widget[\\\\/]src[\\\\/](?:${paths})[^?]*$`)

/**
 * Which modules become one file, the first group that wants a module before the others. What screens
 * that come later share with the first one stays with it: a file each would cost requests and
 * compress worse. Those that are opened together come together.
 */
const groups = [
  { name: MAIN, test: new RegExp(`${inWidget('main.ts$').source}|^${LOADS_LATER}$`) },
  { name: 'create-client', test: inWidget('client/create-client.ts$') },
  { name: 'marks', test: inWidget('screens/providers/|flows/providers.ts$') },
  {
    name: 'entry',
    test: inWidget('screens/(?:with-new-password|stopped|identity|third-party)|.*strength'),
  },
  { name: 'host', test: inWidget('screens/hosted/|flows/host-code.ts$') },
  { name: 'later', test: inWidget('screens/later.ts$') },
  { name: 'account', test: inWidget('screens/(?:own|bind|own-password|close-account)/') },
  { name: 'profile', test: inWidget('screens/profile/') },
].map((group, at, all) => ({ ...group, priority: all.length - at }))

const byName: Readonly<Record<string, string>> = {
  react: widget('react/react.ts'),
  'react/jsx-runtime': widget('react/jsx-runtime.ts'),
}

/** Has modules of ours import React by name; its own parts ask for it as they do. */
const reactByName: RolldownPlugin = {
  name: 'react-by-name',
  resolveId: (source, importer, { kind }) =>
    kind === 'import-statement' && importer !== byName[source] ? byName[source] : undefined,
}

const IS_TEXTS = /\btexts-(?:check|own|later)-/

/** One way to build the element from its one source. */
export interface Variant {
  name: 'default' | 'lite'
  /** The script that pages load. */
  entry: string
  alias: Record<string, string>
  plugins: RolldownPlugin[]
}

/** The builds of the element: with React, and with Preact in its place. */
export const variants: readonly Variant[] = [
  { name: 'default', entry: 'passport-login', alias: {}, plugins: [reactByName] },
  {
    name: 'lite',
    entry: 'passport-login.lite',
    alias: {
      'react-dom/client': widget('lite/client.ts'),
      'react/jsx-runtime': widget('lite/jsx-runtime.ts'),
      react: widget('lite/react.ts'),
    },
    plugins: [],
  },
]

/** What the build of one variant made. */
export interface Built {
  chunks: Chunk[]
  main: string
  /** Everything the first screen loads, the words by language apart. */
  preload: string[]
  texts: Record<string, string>
  /** What signing up and resetting a password load besides, with its words by language. */
  entry: string[]
  entryTexts: Record<string, string>
  /** All scripts, whenever they are loaded. */
  files: string[]
}

/** Bundles scripts that show the element, in one of its ways. */
export async function bundleVariant(
  variant: Variant,
  shell: string,
  input: Record<string, string>,
): Promise<Chunk[]> {
  const { output } = await build({
    ...browserBuild,
    input,
    resolve: { alias: variant.alias },
    plugins: [
      ...browserBuild.plugins,
      ...variant.plugins,
      oneLanguage,
      virtualModule('virtual:shell', shell),
    ],
    onLog(level, log, handle) {
      // Then a part that is to come later comes with the first screen.
      if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
      handle(level, log)
    },
    write: false,
    output: {
      minify: true,
      comments: false,
      entryFileNames: '[name].js',
      chunkFileNames: 'assets/[name]-[hash:6].js',
      codeSplitting: { groups: [...groups] },
    },
  })
  const made = output.filter((item): item is OutputChunk => item.type === 'chunk')
  const chunks = inlineFacades(inlineRuntime(made, MAIN))
  checkTexts(chunks)
  return chunks.map((chunk) => withLicences(chunk))
}

// A file that waits for texts, and is waited for by them, would wait for ever.
function checkTexts(chunks: readonly Chunk[]): void {
  const waiting = chunks.filter(({ moduleIds }) => moduleIds.some(waitsForTexts))
  for (const { fileName, imports } of chunks.filter((chunk) => IS_TEXTS.test(chunk.fileName))) {
    const met = waiting.find((chunk) => imports.includes(chunk.fileName))
    if (met !== undefined) throw new Error(`${fileName} waits for ${met.fileName}`)
  }
}

/** Builds the element in one of its ways, as it is served. */
export async function buildVariant(variant: Variant, shell: string): Promise<Built> {
  const input = { [variant.entry]: widget('src/index.ts') }
  // Not in the package: what bundles it follows imports that are written out.
  const chunks = askAgain(await bundleVariant(variant, shell, input), MAIN)
  const fileOf = (name: string): string => {
    const chunk = chunks.find((candidate) => candidate.name === name)
    if (chunk === undefined) throw new Error(`the build made no chunk named ${name}`)
    return chunk.fileName
  }
  const main = fileOf(MAIN)
  const importsOf = (file: string): string[] =>
    chunks.find(({ fileName }) => fileName === file)?.imports ?? []
  const preload = [...new Set([`${variant.entry}.js`, main, ...importsOf(main)])]
  const entry = fileOf('entry')
  const texts = (prefix: string): Record<string, string> =>
    Object.fromEntries(['en', 'ja', 'zh'].map((name) => [name, fileOf(`${prefix}-${name}`)]))
  return {
    chunks,
    main,
    preload,
    texts: texts('texts'),
    entry: [entry, ...importsOf(entry).filter((file) => !preload.includes(file))],
    entryTexts: texts('texts-later'),
    files: chunks.map(({ fileName }) => fileName),
  }
}
