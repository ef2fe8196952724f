import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { root } from '../lib/prepare.mjs'

const run = promisify(execFile)
const compiler = path.join(root, 'node_modules/@typescript/native/bin/tsc')
const declared = path.join(root, '.cache/types')

/** Packages whose types come along, with their declarations; those of frameworks are the page's. */
const vendored: Readonly<Record<string, string>> = {
  superstruct: 'superstruct/dist/index.d.ts',
  nanostores: 'nanostores/index.d.ts',
}

const SPECIFIER = /(\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)(['"])([^'"]+)\2/g

/**
 * Copies the declarations of the entries, and of all they lead to, into a folder, so that they need
 * no other package. Answers the declaration of each entry, below the folder.
 */
export async function copyTypes(
  entries: Readonly<Record<string, string>>,
  folder: string,
): Promise<Record<string, string>> {
  await run(process.execPath, [compiler, '-b', path.join(root, 'widget')])
  const seen = new Set<string>()
  const queue = Object.values(entries).map((entry) => path.join(declared, `${entry}.d.ts`))
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (seen.has(file)) continue
    seen.add(file)
    queue.push(...(await copyOne(file, folder)))
  }
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, `${entry}.d.ts`]))
}

/** Copies one file, its imports rewritten, and answers which files those are. */
async function copyOne(file: string, folder: string): Promise<string[]> {
  const found: string[] = []
  const here = placeOf(file)
  const text = (await readFile(file, 'utf8')).replaceAll(
    SPECIFIER,
    (whole: string, before: string, quote: string, name: string) => {
      const target = resolve(name, file)
      if (target === undefined) return whole
      found.push(target)
      const relative = path.posix.relative(path.posix.dirname(here), placeOf(target))
      const address = relative.startsWith('.') ? relative : `./${relative}`
      return before + quote + address.replace(/\.d\.ts$/, '.js') + quote
    },
  )
  const to = path.join(folder, here)
  await mkdir(path.dirname(to), { recursive: true })
  if (found.length === 0) await copyFile(file, to)
  else await writeFile(to, text)
  return found
}

/** Where a declaration stands in the package. */
function placeOf(file: string): string {
  const inside = path.relative(path.join(root, 'node_modules'), file)
  const place = inside.startsWith('..') ? path.relative(declared, file) : `vendor/${inside}`
  return place.replaceAll(path.sep, '/')
}

/** The declaration that an import means; undefined for what is not ours to bring. */
function resolve(name: string, from: string): string | undefined {
  const vendor = vendored[name]
  if (vendor !== undefined) return path.join(root, 'node_modules', vendor)
  const plain = name.replace(/\.(?:tsx?|js)$/, '').replace(/\.d$/, '')
  if (name.startsWith('#protocol/')) {
    return `${path.join(declared, plain.replace('#', ''))}.d.ts`
  }
  return name.startsWith('.') ? `${path.join(path.dirname(from), plain)}.d.ts` : undefined
}
