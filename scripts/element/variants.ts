import path from 'node:path'
import { build } from 'rolldown'
import { languages } from '#protocol/languages.ts'
import { servedBuild, type Chunk } from './browser-build.ts'
import { scriptsOf } from './licences.ts'
import { virtualModule } from './shell.ts'
import { root } from '../lib/prepare.mjs'

const widget = (...parts: string[]): string => path.join(root, 'widget', ...parts)

/** Name of the chunk that has all of the first screen. */
const MAIN = 'main'

/** Elements beside the sign-in: the name of the chunk that has all of one, and its entry. */
const others = { enterprise: 'passport-enterprise', account: 'passport-account' } as const

type Other = keyof typeof others

const inWidget = (paths: string): RegExp =>
  new RegExp(String.raw`[\\/]widget[\\/]src[\\/](?:${paths})`)

/**
 * Groups of modules that become one file; the first matching group counts. Modules of the first
 * screen stay with it, and screens that are opened together share a file.
 */
const groups = [
  ...languages.map((language) => ({
    name: `enterprise-${language}`,
    test: inWidget(`messages/${language}/enterprise`),
  })),
  ...languages.map((language) => ({
    name: `account-${language}`,
    test: inWidget(`messages/${language}/account/`),
  })),
  ...languages.map((language) => ({
    name: `messages-${language}`,
    test: inWidget(`messages/${language}/`),
  })),
  { name: MAIN, test: inWidget('main.ts$') },
  // With the rows of the first calls, and so what all rows are made of.
  {
    name: 'create-client',
    test: /[\\/](?:client[\\/]create-client|protocol[\\/]web[\\/](?:codes|login))\.ts$/,
  },
  ...languages.map((language) => ({
    name: `passkey-${language}`,
    test: inWidget(`ui/passkey/messages/${language}/`),
  })),
  {
    name: 'passkey',
    test: /[\\/](?:widget[\\/]src[\\/](?:client[\\/](?:calls[\\/])?passkey-|ui[\\/]flows[\\/]passkey-|login[\\/](?:flows[\\/]passkey-sign-in|screens[\\/]passkey[\\/]lazy))|protocol[\\/](?:web[\\/])?passkeys\.ts)/,
  },
  // After a sign-in, and on the account page.
  {
    name: 'methods',
    test: /[\\/](?:client[\\/](?:make-passkey|calls[\\/]passkeys)|protocol[\\/]web[\\/]methods|flows[\\/]passkey-offer|passkey[\\/]offer)\.tsx?$/,
  },
  // Calls about whom somebody is and acts for: shared by the sign-in and the elements beside it.
  {
    name: 'acting',
    test: /[\\/](?:base[\\/]acting|client[\\/]calls[\\/](?:account|address|memberships|rejection|send)|protocol[\\/]web[\\/](?:account-recovery|identity))\.ts$/,
  },
  { name: 'session', test: inWidget('base/session.ts$') },
  { name: 'marks', test: inWidget('ui/providers/|ui/flows/providers.ts$') },
  {
    name: 'pictures',
    test: inWidget(
      'ui/(?:logo|remote-picture|file-input)|styles/logo|ui/flows/(?:picture-file|crop|list-query)',
    ),
  },
  {
    name: 'entry',
    test: inWidget(
      'login/screens/(?:with-new-password|stopped|identity|third-party|session)|.*strength',
    ),
  },
  { name: 'host', test: inWidget('login/screens/hosted-sign-in/|base/exchange-code.ts$') },
  ...languages.map((language) => ({
    name: `later-${language}`,
    test: inWidget(`login/screens/[^/]+/messages/${language}/`),
  })),
  { name: 'later', test: inWidget('login/screens/qr/lazy-parts.ts$|ui/two-step/screen.tsx$') },
  {
    name: 'parts',
    test: inWidget('ui/(?:row-button|skeleton)|styles/small-parts|ui/flows/step-up-methods'),
  },
  // What the elements beside the sign-in share.
  {
    name: 'beside',
    test: /[\\/](?:ui[\\/](?:define-element|element-frame|notice-bar|question-dialog|save-file|flows[\\/](?:notice|question))|client[\\/]calls[\\/](?:organizations|rows)|protocol[\\/](?:lists|web[\\/](?:organizations|invitations)))\.tsx?$|[\\/]styles[\\/]shell\.css$/,
  },
  { name: 'enterprise', test: inWidget('enterprise/element.tsx$') },
  // The sign-in confirms an address with it.
  {
    name: 'addresses',
    test: inWidget(
      'account/(?:screens/(?:account/|bind/addresses)|flows/(?:account-store|bind|step-up)\\.)',
    ),
  },
  {
    name: 'account-screens',
    test: inWidget(
      'account/(?:screens/(?:account-password|account-deletion|bind)/|flows/(?:account-|linked-))',
    ),
  },
  { name: 'profile', test: inWidget('account/screens/profile/') },
  { name: 'account', test: inWidget('account/element.tsx$') },
  { name: 'authorize', test: inWidget('login/screens/authorize/|login/flows/authorize.ts$') },
  { name: 'invitation', test: inWidget('login/screens/invitation/|login/flows/invitation.ts$') },
].map((group, at, all) => ({ ...group, priority: all.length - at }))

/** One way to build the element from its one source. */
export interface Variant {
  name: 'default' | 'lite'
  /** The script that pages load. */
  entry: string
  /** Whether it has the elements beside the sign-in. */
  hasOthers: boolean
  alias: Record<string, string>
}

/** The builds of the element: with React, and with Preact in its place. */
export const variants: readonly Variant[] = [
  { name: 'default', entry: 'passport-login', hasOthers: true, alias: {} },
  {
    name: 'lite',
    entry: 'passport-login.lite',
    hasOthers: false,
    alias: {
      'react-dom/client': widget('lite/client.ts'),
      'react/jsx-runtime': widget('lite/jsx-runtime.ts'),
      react: widget('lite/react.ts'),
    },
  },
]

/** Bundles scripts that show the element, in one of its ways. */
export async function bundleVariant(
  variant: Variant,
  shell: string,
  input: Record<string, string>,
): Promise<Chunk[]> {
  const { output } = await build({
    ...servedBuild,
    input,
    resolve: { alias: variant.alias },
    plugins: [...servedBuild.plugins, virtualModule('virtual:shell', shell)],
    onLog(level, log, handle) {
      // This warning means that a part to load later would come with the first screen.
      if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(log.message)
      handle(level, log)
    },
    write: false,
    output: {
      minify: true,
      comments: false,
      entryFileNames: '[name].js',
      chunkFileNames: 'assets/[name]-[hash:7].js',
      codeSplitting: { groups: [...groups] },
    },
  })
  return scriptsOf(output)
}

/** Output of one variant's build. */
export type Built = Awaited<ReturnType<typeof buildVariant>>

/** Builds the element in one of its ways, as it is served. */
export async function buildVariant(variant: Variant, shell: string) {
  const chunks = await bundleVariant(variant, shell, {
    [variant.entry]: widget('src/index.ts'),
    ...(variant.hasOthers && {
      [others.enterprise]: widget('src/enterprise-loader.ts'),
      [others.account]: widget('src/account-loader.ts'),
    }),
  })
  const fileOf = (name: string): string => {
    const chunk = chunks.find((candidate) => candidate.name === name)
    if (chunk === undefined) throw new Error(`the build made no chunk named ${name}`)
    return chunk.fileName
  }
  const importsOf = (file: string): string[] =>
    chunks.find(({ fileName }) => fileName === file)?.imports ?? []
  const [awaited] = importsOf(`${variant.entry}.js`)
  if (awaited !== undefined) throw new Error(`the loader waits for ${awaited} before it draws`)
  const main = fileOf(MAIN)
  const entry = fileOf('entry')
  const preload = [...new Set([`${variant.entry}.js`, main, ...importsOf(main)])]
  const messagesOf = (area: string): Record<string, string> =>
    Object.fromEntries(languages.map((language) => [language, fileOf(`${area}-${language}`)]))
  const client = fileOf('create-client')
  const atSignIn = new Set([...preload, client, ...importsOf(client)])
  const names = variant.hasOthers ? (Object.keys(others) as Other[]) : []
  const beside = names.map((name) => {
    const own = [`${others[name]}.js`, fileOf(name)]
    const files = [...new Set([...own, ...own.flatMap(importsOf)])]
    return { name, files, messages: messagesOf(name) }
  })
  return {
    chunks,
    main,
    /** Everything the first screen loads, the messages by language apart. */
    preload,
    messages: messagesOf('messages'),
    /** Files that signing up and resetting a password load besides. */
    entry: [entry, ...importsOf(entry).filter((file) => !preload.includes(file))],
    /** Files that each element beside it loads besides the first screen and the client. */
    others: Object.fromEntries(
      beside.map(({ name, files, messages }) => [
        name,
        { files: files.filter((file) => !atSignIn.has(file)), messages },
      ]),
    ),
    /** All scripts of the sign-in element, whenever they are loaded. */
    files: reachable(`${variant.entry}.js`, chunks),
  }
}

/** Every file that a script loads, at once or later. */
function reachable(script: string, chunks: readonly Chunk[]): string[] {
  const found = new Set([script])
  // A set goes on with what is added meanwhile.
  for (const file of found) {
    const chunk = chunks.find(({ fileName }) => fileName === file)
    for (const next of [...(chunk?.imports ?? []), ...(chunk?.dynamicImports ?? [])])
      found.add(next)
  }
  return [...found]
}
