import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { build, type RolldownPlugin } from 'rolldown'
import { compile } from 'svelte/compiler'
import { compileScript, parse } from 'vue/compiler-sfc'
import { buildPackage } from '../../../scripts/build-package.ts'
import { ensureInstalled, root } from '../../../scripts/lib/prepare.mjs'

const run = promisify(execFile)
/** Path of something in the project's packages. */
export const tool = (...parts: string[]): string => path.join(root, 'node_modules', ...parts)

/** Examples that are built; each brings the compiler of its framework. */
export const frameworks = ['react', 'vue', 'svelte', 'angular'] as const

/** Name of an example that is built. */
export type Framework = (typeof frameworks)[number]

/** Folder of this worker for the package and what is built with it. */
export const workshop = path.join(root, `.cache/package-${process.env.TEST_WORKER_INDEX ?? '0'}`)

/** Packs the package and installs its file into an empty project, without a network. */
export async function installPackage(): Promise<void> {
  const built = path.join(workshop, 'built')
  await rm(workshop, { recursive: true, force: true })
  await mkdir(workshop, { recursive: true })
  await buildPackage({ outDir: built })
  await npm('pack', built, '--pack-destination', workshop)
  await writeFile(path.join(workshop, 'package.json'), '{ "private": true, "type": "module" }')
  const { version } = JSON.parse(await readFile(path.join(built, 'package.json'), 'utf8')) as {
    version: string
  }
  const file = `./passport-login-${version}.tgz`
  await npm('install', file, '--offline', '--no-audit', '--no-fund', '--ignore-scripts')
}

async function npm(...args: string[]): Promise<void> {
  await run('npm', args, { cwd: workshop, shell: process.platform === 'win32' })
}

/** Runs the TypeScript compiler in a folder of the project; answers what it complains about. */
export async function checkTypes(folder: string, ...args: string[]): Promise<string> {
  return complaintsOf(tool('@typescript/native/bin/tsc'), folder, args)
}

async function complaintsOf(script: string, folder: string, args: string[]): Promise<string> {
  try {
    await run(process.execPath, [script, ...args], { cwd: path.join(workshop, folder) })
    return ''
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return stdout + stderr
  }
}

/** Compiles components of Vue, for a server where it renders them. */
export const vue = (isServer: boolean): RolldownPlugin => ({
  name: 'vue',
  transform: {
    filter: { id: /\.vue$/ },
    handler(source, filename) {
      const isCustomElement = (tag: string): boolean => tag.startsWith('passport-')
      const { descriptor, errors } = parse(source, {
        filename,
        templateParseOptions: { isCustomElement },
      })
      if (errors[0]) throw errors[0]
      const { content } = compileScript(descriptor, {
        id: 'app',
        inlineTemplate: true,
        templateOptions: {
          ssr: isServer,
          ssrCssVars: [],
          compilerOptions: { isCustomElement },
        },
      })
      return { code: content, moduleType: 'ts' }
    },
  },
})

/** Compiles components of Svelte, for a browser or a server. */
export const svelte = (generate: 'client' | 'server'): RolldownPlugin => ({
  name: 'svelte',
  transform: {
    filter: { id: /\.svelte$/ },
    handler: (source, filename) => ({
      code: compile(source, { filename, generate }).js.code,
      moduleType: 'js',
    }),
  },
})

/** Styles of an example stand beside its page here. */
const withoutCss: RolldownPlugin = {
  name: 'without-css',
  load: { filter: { id: /\.css$/ }, handler: () => ({ code: 'export {}', moduleType: 'js' }) },
}

const inputs: Readonly<Record<Framework, string>> = {
  react: 'src/main.tsx',
  vue: 'src/main.ts',
  svelte: 'src/main.ts',
  angular: 'compiled/start.js',
}

/** Builds an example with the compiler of its framework, into `site` below its folder. */
export async function buildExample(name: Framework): Promise<void> {
  const folder = path.join(workshop, name)
  await cp(path.join(root, 'examples', name), folder, { recursive: true })
  if (name === 'angular') await compileAngular(folder)
  await build({
    input: { main: path.join(folder, inputs[name]) },
    platform: 'browser',
    transform: {
      define: {
        'process.env.NODE_ENV': '"production"',
        __VUE_OPTIONS_API__: 'false',
        __VUE_PROD_DEVTOOLS__: 'false',
        __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      },
    },
    plugins: [vue(false), svelte('client'), withoutCss],
    output: { dir: path.join(folder, 'site'), entryFileNames: '[name].js' },
    logLevel: 'warn',
  })
}

async function compileAngular(folder: string): Promise<void> {
  // A framework that nothing else needs.
  const tools = path.join(root, 'tests/e2e/angular')
  ensureInstalled(tools)
  await symlink(path.join(tools, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  const complaints = await complaintsOf(
    path.join(tools, 'node_modules/@angular/compiler-cli/bundles/src/bin/ngc.js'),
    'angular',
    ['-p', 'tsconfig.json', '--outDir', 'compiled', '--rootDir', 'src'],
  )
  if (complaints !== '') throw new Error(complaints)
  // The libraries of Angular are half compiled; its command line links them, here it is done late.
  await writeFile(
    path.join(folder, 'compiled/start.js'),
    "import '@angular/compiler'\nimport './main.js'\n",
  )
}
