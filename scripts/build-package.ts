// Builds the package that others install into dist/package: `npm pack ./dist/package` makes its file.
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'rolldown'
import type { ElementManifest } from './build-element.ts'
import { browserBuild, type Chunk } from './element/browser-build.ts'
import { buildShell } from './element/first-screen.ts'

import { LICENCES_FILE, scriptsOf, writeLicences } from './element/licences.ts'
import { bundleVariant, variants } from './element/variants.ts'
import { root } from './lib/prepare.mjs'
import { describeElements } from './package/custom-elements.ts'
import { describeForJetBrains, describeForVsCode } from './package/editor-data.ts'
import { copyTypes } from './package/types.ts'

const at = (...parts: string[]): string => path.join(root, ...parts)

/** Exports of the package: the script, and the source of its types below `widget`. */
const entries: Readonly<Record<string, { script: string; types: string }>> = {
  '.': { script: 'passport-login.js', types: 'package/index' },
  './lite': { script: 'passport-login.lite.js', types: 'package/index' },
  './loader': { script: 'loader.js', types: 'package/loader' },
  './account': { script: 'account.js', types: 'package/account' },
  './lite/loader': { script: 'loader.lite.js', types: 'package/loader' },
  './client': { script: 'client.js', types: 'src/client/index' },
  './calls': { script: 'calls.js', types: 'package/calls' },
  './server': { script: 'server.js', types: 'src/server' },
  './captcha-door.js': { script: 'captcha-door.js', types: 'package/captcha-door' },
  // Types only; importing them runs nothing.
  './react': { script: 'types-only.js', types: 'package/react' },
  './preact': { script: 'types-only.js', types: 'package/preact' },
  './vue': { script: 'types-only.js', types: 'package/vue' },
  './svelte': { script: 'types-only.js', types: 'package/svelte' },
}

/** Builds the package into a folder, out of the sources and the element that is built already. */
export async function buildPackage(options: { outDir: string }): Promise<void> {
  const outDir = path.resolve(options.outDir)
  await rm(outDir, { recursive: true, force: true })
  const served = at('dist/element')
  const { entries: scripts, css } = JSON.parse(
    await readFile(path.join(served, 'manifest.json'), 'utf8'),
  ) as ElementManifest
  const chunks = [...(await bundleElements()), ...(await bundleLibraries())]
  const files = new Map(chunks.map(({ fileName, code }) => [fileName, code]))
  files.set('types-only.js', 'export {}\n')
  files.set(LICENCES_FILE, writeLicences(chunks))
  files.set('custom-elements.json', toJson(describeElements()))
  files.set('vscode.html-custom-data.json', toJson(describeForVsCode()))
  const own = JSON.parse(await readFile(at('package.json'), 'utf8')) as Record<string, string>
  files.set('web-types.json', toJson(describeForJetBrains(own.version ?? '')))
  files.set('package.json', toJson(await describePackage(own, outDir)))
  for (const [name, text] of files) {
    const file = path.join(outDir, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const captcha = scripts.captcha?.file ?? ''
  for (const [from, to] of [
    [path.join(served, css), css],
    [path.join(served, 'captcha-door.js'), 'captcha-door.js'],
    [path.join(served, captcha), captcha],
    [at('widget/package/README.md'), 'README.md'],
    [at('LICENSE'), 'LICENSE'],
  ] as const) {
    await copyFile(from, path.join(outDir, to))
  }
}

async function bundleElements(): Promise<Chunk[]> {
  const shell = await buildShell()
  const bundles = await Promise.all(
    variants.map((variant) =>
      bundleVariant(variant, shell, {
        [variant.entry]: at('widget/package/index.ts'),
        [variant.name === 'lite' ? 'loader.lite' : 'loader']: at('widget/package/loader.ts'),
        ...(variant.hasOthers && { account: at('widget/package/account.ts') }),
      }),
    ),
  )
  return bundles.flat()
}

/** The scripts without an element, readable: what uses them is bundled by others. */
async function bundleLibraries(): Promise<Chunk[]> {
  const output = {
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'assets/[name]-[hash:7].js',
  }
  const builds = await Promise.all([
    build({
      ...browserBuild,
      input: { client: at('widget/src/client/index.ts'), calls: at('widget/package/calls.ts') },
      write: false,
      output,
    }),
    build({
      ...browserBuild,
      input: { server: at('widget/src/server.ts') },
      // The one build of it that needs nothing of Node, so other runtimes can render too.
      resolve: { alias: { 'react-dom/server': 'react-dom/server.edge' } },
      write: false,
      output: { ...output, minify: true, codeSplitting: false },
    }),
  ])
  return builds.flatMap(({ output: items }) => scriptsOf(items))
}

async function describePackage(own: Record<string, string>, outDir: string): Promise<object> {
  const types = await copyTypes(
    Object.fromEntries(
      Object.entries(entries).map(([name, { types: from }]) => [name, `widget/${from}`]),
    ),
    path.join(outDir, 'types'),
  )
  return {
    name: own.name,
    version: own.version,
    description: 'A sign-in element for any page, and the client of its account server.',
    keywords: ['login', 'sign-in', 'custom element', 'web component', 'captcha', 'authentication'],
    license: own.license,
    type: 'module',
    exports: {
      ...Object.fromEntries(
        Object.entries(entries).map(([name, { script }]) => [
          name,
          { types: `./types/${types[name] ?? ''}`, default: `./${script}` },
        ]),
      ),
      './passport-login.css': './passport-login.css',
      './custom-elements.json': './custom-elements.json',
      './vscode.html-custom-data.json': './vscode.html-custom-data.json',
      './web-types.json': './web-types.json',
      './package.json': './package.json',
    },
    types: `./types/${types['.'] ?? ''}`,
    customElements: 'custom-elements.json',
    'web-types': 'web-types.json',
    // Importing them defines the element.
    // The files in assets await one another, which is a side effect too.
    sideEffects: [
      './passport-login.js',
      './passport-login.lite.js',
      './captcha-door.js',
      './assets/*.js',
    ],
  }
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

if (import.meta.main) {
  await buildPackage({ outDir: at('dist/package') })
  console.log('package built into dist/package')
}
