import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'rolldown'
import { servedBuild, type Chunk } from './element/browser-build.ts'
import { buildShell, readCss } from './element/first-screen.ts'

import { LICENCES_FILE, scriptsOf, writeLicences } from './element/licences.ts'
import { buildVariant, variants, type Built, type Variant } from './element/variants.ts'
import { precompress } from './lib/precompress.ts'
import { root } from './lib/prepare.mjs'
import { sharedGlobals } from '../widget/captcha/version.ts'

const at = (...parts: string[]): string => path.join(root, ...parts)

/** What describes the calls of the server to other programs, by its address; it is of no version. */
const documents = {
  'openapi.json': 'docs/openapi.json',
  'admin/openapi.json': 'docs/admin-openapi.json',
}

/** Folder of one version, whose addresses stay. */
const VERSION = /^\d+\.\d+\.\d+$/

/** The scripts of one build of the element. Files are below the folder. */
export type VariantFiles = Omit<Built, 'chunks'>

/** Manifest of the built files, for the server and for pages that preload them. */
export interface ElementManifest extends VariantFiles {
  /** Scripts that are loaded by address, with the integrity to demand. */
  entries: Record<string, { file: string; integrity: string }>
  /** The scripts of this version at addresses that stay, with the integrity to demand. */
  pinned: Record<string, { file: string; integrity: string }>
  lite: VariantFiles
  css: string
}

/**
 * Builds the element and the captcha script into a folder that is served as it is, and once more into
 * that of their version. Folders of other versions stay.
 */
export async function buildElement(options: { outDir: string }): Promise<ElementManifest> {
  const outDir = path.resolve(options.outDir)
  const css = await readCss(
    'protocol/theme.css',
    'widget/src/styles/shell.css',
    'widget/src/styles/screens.css',
    'widget/src/styles/providers.css',
  )
  const shell = await buildShell()
  const built = await Promise.all(
    variants.map(async (variant) => [variant.name, await buildVariant(variant, shell)] as const),
  )
  const captcha = await bundleCaptcha()
  const scripts = [
    ...built.flatMap(([, { chunks }]) => chunks),
    ...captcha,
    ...(await bundleStandaloneCaptcha()),
  ]

  const { version } = JSON.parse(await readFile(at('package.json'), 'utf8')) as { version: string }
  await mkdir(outDir, { recursive: true })
  for (const name of await readdir(outDir)) {
    if (VERSION.test(name) && name !== version) continue
    await rm(path.join(outDir, name), { recursive: true })
  }
  for (const folder of ['admin', 'assets']) {
    await mkdir(path.join(outDir, folder), { recursive: true })
  }
  const files = new Map(scripts.map(({ fileName, code }) => [fileName, code]))
  files.set('passport-login.css', css)
  files.set(LICENCES_FILE, writeLicences(scripts))
  for (const [name, source] of Object.entries(documents)) {
    files.set(name, await readFile(at(source), 'utf8'))
  }
  const pinned = built.flatMap(([, { chunks }]) =>
    chunks
      .filter(({ isEntry }) => isEntry)
      .map(({ name, fileName, code }) => [
        name,
        { file: `${version}/${fileName}`, integrity: integrityOf(code) },
      ]),
  )
  const manifest = {
    ...makeManifest(Object.fromEntries(built), captcha),
    pinned: Object.fromEntries(pinned),
  }
  await Promise.all([
    ...Array.from(files, ([name, text]) => writeFile(path.join(outDir, name), text)),
    writeFile(path.join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`),
  ])
  await precompress(outDir)
  const inVersion = (name: string): string => path.join(outDir, version, name)
  for (const name of await readdir(outDir)) {
    if (VERSION.test(name) || /^(?:admin$|manifest\.json|openapi\.json)/.test(name)) continue
    await cp(path.join(outDir, name), inVersion(name), { recursive: true })
  }
  return manifest
}

async function bundleCaptcha(): Promise<Chunk[]> {
  const { output } = await build({
    ...servedBuild,
    input: { captcha: at('widget/captcha/script.tsx') },
    write: false,
    // React is there when the captcha is asked for: the element hands its own over.
    external: Object.keys(sharedGlobals),
    output: {
      format: 'iife',
      globals: sharedGlobals,
      minify: true,
      comments: false,
      entryFileNames: 'assets/[name]-[hash].js',
      codeSplitting: false,
    },
  })
  return scriptsOf(output)
}

/** For forms of other sites: a plain script with everything in it, at an address that stays. */
async function bundleStandaloneCaptcha(): Promise<Chunk[]> {
  const { output } = await build({
    ...servedBuild,
    input: { 'captcha-door': at('widget/captcha/standalone/script.ts') },
    write: false,
    output: {
      format: 'iife',
      minify: true,
      comments: false,
      entryFileNames: '[name].js',
      codeSplitting: false,
    },
  })
  return scriptsOf(output)
}

function makeManifest(
  built: Partial<Record<Variant['name'], Built>>,
  captcha: readonly Chunk[],
): Omit<ElementManifest, 'pinned'> {
  const filesOf = (name: Variant['name']): VariantFiles => {
    const { chunks: _, ...files } = built[name] ?? missing(name)
    return files
  }
  return {
    entries: Object.fromEntries(
      captcha.map((chunk) => [
        chunk.name,
        { file: chunk.fileName, integrity: integrityOf(chunk.code) },
      ]),
    ),
    ...filesOf('default'),
    lite: filesOf('lite'),
    css: 'passport-login.css',
  }
}

function missing(name: string): never {
  throw new Error(`the element was not built as ${name}`)
}

function integrityOf(text: string): string {
  return `sha384-${createHash('sha384').update(text).digest('base64')}`
}

if (import.meta.main) {
  const began = Date.now()
  await buildElement({ outDir: at('dist/element') })
  console.log(`element built in ${Date.now() - began} ms`)
}
