import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build, type OutputChunk } from 'rolldown'
import { browserBuild } from './element/browser-build.ts'
import { buildCss, onlyUsedTokens } from './element/css.ts'
import { inlineRuntime, type Chunk } from './element/inline-runtime.ts'
import { makeShell, virtualModule } from './element/shell.ts'
import { precompress } from './lib/precompress.ts'
import { root } from './lib/prepare.mjs'
import { sharedGlobals } from '../widget/captcha/version.ts'

const at = (...parts: string[]): string => path.join(root, ...parts)

/** What the build wrote, for the server and for pages that preload. Files are below the folder. */
export interface ElementManifest {
  /** Scripts that are loaded by address, with the integrity to demand. */
  entries: Record<string, { file: string; integrity: string }>
  main: string
  /** Everything the first screen loads, the words by language apart. */
  preload: string[]
  texts: Record<string, string>
  css: string
}

/** Builds the element and the captcha script into a folder that is served as it is. */
export async function buildElement(options: { outDir: string }): Promise<ElementManifest> {
  const outDir = path.resolve(options.outDir)
  const css = await readCss('tokens', 'shell', 'screens')
  const first = await readCss('shell')
  const shell = await makeShell(
    await bundleServer(),
    onlyUsedTokens(await readCss('tokens'), first) + first,
  )
  const chunks = await bundle(shell)
  const captcha = await bundleCaptcha()
  const door = await bundleDoor()

  await rm(outDir, { recursive: true, force: true })
  await mkdir(path.join(outDir, 'assets'), { recursive: true })
  const files = new Map(
    [...chunks, ...captcha, ...door].map(({ fileName, code }) => [fileName, code]),
  )
  files.set('passport-login.css', css)
  const manifest = makeManifest(chunks, captcha)
  await Promise.all([
    ...Array.from(files, ([name, text]) => writeFile(path.join(outDir, name), text)),
    writeFile(path.join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`),
  ])
  await precompress(outDir)
  return manifest
}

async function readCss(...names: string[]): Promise<string> {
  const texts = names.map((name) => readFile(at('widget/src/styles', `${name}.css`), 'utf8'))
  return (await Promise.all(texts)).map(buildCss).join('')
}

/** The React tree for Node, which cannot read TSX itself. */
async function bundleServer(): Promise<string> {
  const file = at('.cache/element/server.mjs')
  await build({
    input: at('scripts/element/server-entry.ts'),
    platform: 'node',
    external: (id) => /^[a-z@]/.test(id),
    output: { file, codeSplitting: false },
    logLevel: 'warn',
  })
  return file
}

async function bundle(shell: string): Promise<Chunk[]> {
  const { output } = await build({
    ...browserBuild,
    input: { 'passport-login': at('widget/src/index.ts') },
    plugins: [...browserBuild.plugins, virtualModule('virtual:shell', shell)],
    write: false,
    output: {
      minify: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'assets/[name]-[hash:6].js',
      // What screens that come later share with the first one stays with it: a file each would cost
      // the first screen requests and compress worse.
      codeSplitting: {
        groups: [{ name: 'main', test: /widget[\\/]src[\\/]main\.ts$/ }],
      },
    },
  })
  const chunks = output.filter((item) => item.type === 'chunk')
  return inlineRuntime(chunks, 'main')
}

async function bundleCaptcha(): Promise<OutputChunk[]> {
  const { output } = await build({
    ...browserBuild,
    input: { captcha: at('widget/captcha/script.tsx') },
    write: false,
    // React is there when the captcha is asked for: the element hands its own over.
    external: Object.keys(sharedGlobals),
    output: {
      format: 'iife',
      globals: sharedGlobals,
      minify: true,
      entryFileNames: 'assets/[name]-[hash].js',
      codeSplitting: false,
    },
  })
  return output.filter((item) => item.type === 'chunk')
}

/** For forms of other sites: a plain script with everything in it, at an address that stays. */
async function bundleDoor(): Promise<OutputChunk[]> {
  const { output } = await build({
    ...browserBuild,
    input: { 'captcha-door': at('widget/captcha/door/script.ts') },
    write: false,
    output: { format: 'iife', minify: true, entryFileNames: '[name].js', codeSplitting: false },
  })
  return output.filter((item) => item.type === 'chunk')
}

function makeManifest(chunks: readonly Chunk[], captcha: readonly Chunk[]): ElementManifest {
  const fileOf = (name: string): string => {
    const chunk = chunks.find((candidate) => candidate.name === name)
    if (chunk === undefined) throw new Error(`the build made no chunk named ${name}`)
    return chunk.fileName
  }
  const main = fileOf('main')
  const mainChunk = chunks.find(({ fileName }) => fileName === main)
  return {
    entries: Object.fromEntries(
      captcha.map((chunk) => [
        chunk.name,
        { file: chunk.fileName, integrity: integrityOf(chunk.code) },
      ]),
    ),
    main,
    preload: ['passport-login.js', main, ...(mainChunk?.imports ?? [])].filter(
      (name, index, all) => all.indexOf(name) === index,
    ),
    texts: Object.fromEntries(['en', 'ja', 'zh'].map((name) => [name, fileOf(`texts-${name}`)])),
    css: 'passport-login.css',
  }
}

function integrityOf(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`
}

if (import.meta.main) {
  const began = Date.now()
  await buildElement({ outDir: at('dist/element') })
  console.log(`element built in ${Date.now() - began} ms`)
}
