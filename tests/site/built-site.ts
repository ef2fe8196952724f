import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One page of the built site. */
export interface BuiltPage {
  /** Address as a visitor sees it, such as `/blog/2`. */
  path: string
  html: string
}

/** The whole site, built into a folder of its own. */
export interface BuiltSite {
  pages: readonly BuiltPage[]
  /** Addresses of all files, pages without their ending. */
  paths: ReadonlySet<string>
  read(path: string): string
  remove(): void
}

/** The site as it is in the working copy: the build of a run of all tests, or one of its own; or that of a copy. */
export function buildSite(cwd?: string): BuiltSite {
  const built = process.env.BUILT_SITE
  if (built !== undefined && cwd === undefined)
    return { ...readSite(built), remove: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  const run = spawnSync(
    process.execPath,
    ['node_modules/astro/bin/astro.mjs', 'build', '--silent', '--outDir', folder],
    {
      cwd,
      encoding: 'utf8',
      // Vitest sets DEV, which Astro would take for `astro dev`.
      env: { ...process.env, DEV: '', ASTRO_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
    },
  )
  if (run.status !== 0) throw new Error(`the site does not build:\n${run.stdout}${run.stderr}`)
  return { ...readSite(folder), remove: () => rmSync(folder, { recursive: true }) }
}

function readSite(folder: string): Omit<BuiltSite, 'remove'> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
  const pages = files
    .filter((name) => name.endsWith('.html'))
    .map((name) => ({ path: addressOf(name), html: readFileSync(join(folder, name), 'utf8') }))
  return {
    pages,
    paths: new Set(files.map(addressOf)),
    read: (path) => readFileSync(join(folder, path), 'utf8'),
  }
}

/** Every value of an attribute in a text, entities decoded as far as addresses have them. */
export function valuesOf(html: string, attribute: string): string[] {
  const found = html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))
  return [...found].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'))
}

function addressOf(file: string): string {
  return file.replace(/\.html$/, '').replace(/^\/index$/, '/')
}
