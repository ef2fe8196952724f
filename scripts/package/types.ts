import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { root } from '../lib/prepare.mjs'

const { posix } = path
const run = promisify(execFile)
const compiler = path.join(root, 'node_modules/@typescript/native/bin/tsc')
const declared = path.join(root, '.cache/types')

const VENDOR = 'vendor/'

/** Packages whose types come along, with their declarations; those of frameworks are the page's. */
const vendored: Readonly<Record<string, string>> = {
  superstruct: 'superstruct/dist/index.d.ts',
  nanostores: 'nanostores/index.d.ts',
}

// Not in a comment, where declarations show how they are used.
const SPECIFIER = /(?<!^\s*(?:\*|\/\/).*)(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"]+)\2/gm

/**
 * Copies the declarations of the entries, and of all they lead to, into a folder, so that they need
 * no other package. Returns the declaration of each entry, below the folder.
 */
export async function copyTypes(
  entries: Readonly<Record<string, string>>,
  folder: string,
): Promise<Record<string, string>> {
  await run(process.execPath, [compiler, '-b', path.join(root, 'widget')]).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(`The types of the package could not be made:\n${stdout}`)
    },
  )
  const seen = new Set<string>()
  const queue = Object.values(entries).map((entry) => `${entry}.d.ts`)
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    if (seen.has(place)) continue
    seen.add(place)
    queue.push(...(await copyOne(place, folder)))
  }
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, `${entry}.d.ts`]))
}

/** Copies the file of one place, its imports rewritten, and answers the places those lead to. */
async function copyOne(place: string, folder: string): Promise<string[]> {
  const found: string[] = []
  const text = (await readFile(sourceOf(place), 'utf8')).replaceAll(
    SPECIFIER,
    (whole: string, before: string, quote: string, name: string) => {
      const target = resolve(name, place)
      if (target === undefined) return whole
      found.push(target)
      const relative = posix.relative(posix.dirname(place), target)
      const address = relative.startsWith('.') ? relative : `./${relative}`
      return before + quote + address.replace(/\.d\.ts$/, '.js') + quote
    },
  )
  const to = path.join(folder, place)
  await mkdir(path.dirname(to), { recursive: true })
  await writeFile(to, text)
  return found
}

/** Returns the source of a file of the package. */
function sourceOf(place: string): string {
  if (place.startsWith(VENDOR)) return path.join(root, 'node_modules', place.slice(VENDOR.length))
  // The captcha is a project of its own to the compiler.
  return path.join(declared, place.replace(/^widget\/captcha\//, 'captcha/'))
}

/** The place that an import means; undefined for what is not ours to bring. */
function resolve(name: string, from: string): string | undefined {
  const vendor = vendored[name]
  if (vendor !== undefined) return VENDOR + vendor
  const plain = name.replace(/\.(?:tsx?|js)$/, '').replace(/\.d$/, '')
  if (name.startsWith('#protocol/')) return `${plain.slice(1)}.d.ts`
  return name.startsWith('.') ? `${posix.join(posix.dirname(from), plain)}.d.ts` : undefined
}
