import path from 'node:path'
import { build, type OutputChunk } from 'rolldown'
import { languages } from '#protocol/languages.ts'
import { browserBuild, type Chunk } from './browser-build.ts'
import { withLicences } from './licences.ts'
import { virtualModule } from './shell.ts'
import { root } from '../lib/prepare.mjs'

const widget = (...parts: string[]): string => path.join(root, 'widget', ...parts)

/** Name of the chunk that has all of the first screen. */
const MAIN = 'main'

const inWidget = (paths: string): RegExp =>
  new RegExp(String.raw`[\\/]widget[\\/]src[\\/](?:${paths})`)

/**
 * Which modules become one file, the first group that wants a module before the others: what screens
 * share with the first one stays with it, and screens that are opened together come together.
 */
const groups = [
  ...languages.map((language) => ({
    name: `messages-${language}`,
    test: inWidget(`messages/${language}/`),
  })),
  { name: MAIN, test: inWidget('main.ts$') },
  { name: 'create-client', test: inWidget('client/create-client.ts$') },
  { name: 'session', test: inWidget('flows/session.ts$') },
  { name: 'marks', test: inWidget('screens/providers/|flows/providers.ts$') },
  {
    name: 'entry',
    test: inWidget('screens/(?:with-new-password|stopped|identity|third-party|session)|.*strength'),
  },
  { name: 'host', test: inWidget('screens/hosted-sign-in/|flows/exchange-code.ts$') },
  ...languages.map((language) => ({
    name: `later-${language}`,
    test: inWidget(`screens/[^/]+/messages/${language}/`),
  })),
  { name: 'later', test: inWidget('screens/later.ts$') },
  {
    name: 'account',
    test: inWidget('screens/(?:account|bind|account-password|account-deletion)/'),
  },
  { name: 'profile', test: inWidget('screens/profile/') },
  { name: 'invitation', test: inWidget('screens/invitation/|flows/invitation.ts$') },
].map((group, at, all) => ({ ...group, priority: all.length - at }))

/** One way to build the element from its one source. */
export interface Variant {
  name: 'default' | 'lite'
  /** The script that pages load. */
  entry: string
  alias: Record<string, string>
}

/** The builds of the element: with React, and with Preact in its place. */
export const variants: readonly Variant[] = [
  { name: 'default', entry: 'passport-login', alias: {} },
  {
    name: 'lite',
    entry: 'passport-login.lite',
    alias: {
      'react-dom/client': widget('lite/client.ts'),
      'react/jsx-runtime': widget('lite/jsx-runtime.ts'),
      react: widget('lite/react.ts'),
    },
  },
]

/** What the build of one variant made. */
export interface Built {
  chunks: Chunk[]
  main: string
  /** Everything the first screen loads, the messages by language apart. */
  preload: string[]
  messages: Record<string, string>
  /** What signing up and resetting a password load besides. */
  entry: string[]
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
    plugins: [...browserBuild.plugins, virtualModule('virtual:shell', shell)],
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
  return output
    .filter((item): item is OutputChunk => item.type === 'chunk')
    .map((chunk) => withLicences(chunk))
}

/** Builds the element in one of its ways, as it is served. */
export async function buildVariant(variant: Variant, shell: string): Promise<Built> {
  const chunks = await bundleVariant(variant, shell, { [variant.entry]: widget('src/index.ts') })
  const fileOf = (name: string): string => {
    const chunk = chunks.find((candidate) => candidate.name === name)
    if (chunk === undefined) throw new Error(`the build made no chunk named ${name}`)
    return chunk.fileName
  }
  const importsOf = (file: string): string[] =>
    chunks.find(({ fileName }) => fileName === file)?.imports ?? []
  const main = fileOf(MAIN)
  const entry = fileOf('entry')
  const preload = [...new Set([`${variant.entry}.js`, main, ...importsOf(main)])]
  return {
    chunks,
    main,
    preload,
    messages: Object.fromEntries(
      languages.map((language) => [language, fileOf(`messages-${language}`)]),
    ),
    entry: [entry, ...importsOf(entry).filter((file) => !preload.includes(file))],
    files: chunks.map(({ fileName }) => fileName),
  }
}
