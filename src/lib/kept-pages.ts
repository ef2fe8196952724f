import { hash } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { SocialPicture } from './social/picture.ts'

/** A page that was made before. */
interface KeptPage {
  /** Pictures that it asked for while it was rendered. */
  pictures: readonly SocialPicture[]
  /** When its file was written: one that somebody has changed since is made anew. */
  time: number
}

const INDEX = 'index.json'

/** Pages of builds before this one, by digest of all they were made from. */
export class KeptPages {
  readonly #folder: string
  readonly #before: ReadonlyMap<string, KeptPage>
  /** Names of all files that there were. */
  readonly #found: ReadonlySet<string>
  readonly #now = new Map<string, KeptPage>()

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
    this.#found = new Set(readdirSync(folder))
    this.#before = indexOf(join(folder, INDEX))
  }

  /** Puts a page where it belongs and answers its pictures, if nothing it is made from has changed. */
  place(key: string, to: string): readonly SocialPicture[] | undefined {
    const kept = this.#before.get(key)
    if (kept === undefined) return undefined
    const file = this.#fileOf(key)
    try {
      if (statSync(file).mtimeMs !== kept.time) return undefined
      // A second name for the same file: a page that has not changed is neither read nor written.
      linkSync(file, to)
    } catch {
      // Gone, or on another disk: it is rendered as a new one is.
      return undefined
    }
    this.#now.set(key, kept)
    return kept.pictures
  }

  /** Keeps a page for the next build. */
  keep(key: string, file: string, pictures: readonly SocialPicture[]): void {
    const kept = this.#fileOf(key)
    // Left by a build that was cut off, or changed by somebody since.
    if (this.#found.has(`${key}.html`)) rmSync(kept, { force: true })
    try {
      linkSync(file, kept)
    } catch {
      // Where files have one name only, the next build renders again.
      return
    }
    this.#now.set(key, { pictures, time: statSync(file).mtimeMs })
  }

  /** Forgets pages that this build did not have. */
  save(): void {
    for (const name of this.#found) {
      const [, key] = /^(.+)\.html$/.exec(name) ?? []
      if (key !== undefined && !this.#now.has(key)) rmSync(this.#fileOf(key), { force: true })
    }
    // Another build may read the folder: a file is there as a whole or not at all.
    const part = join(this.#folder, `${INDEX}.${process.pid}`)
    writeFileSync(part, JSON.stringify([...this.#now]))
    renameSync(part, join(this.#folder, INDEX))
  }

  #fileOf(key: string): string {
    return join(this.#folder, `${key}.html`)
  }
}

function indexOf(file: string): ReadonlyMap<string, KeptPage> {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, KeptPage][])
  } catch {
    // There is none yet, or it was cut off: all pages are made.
    return new Map()
  }
}

/** The part of a name that follows from the content, which follows from the content of others. */
const HASHED = /([_.])[\w-]{8}\.mjs/g

/**
 * Digest of the code that renders the pages of `out`, without the texts: its files have other names
 * as soon as one text changes, and are listed in the order of their names.
 */
export function digestOfCode(folder: string, out: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes('data-layer-content'))
    .map(({ name, parentPath }) => {
      const text = readFileSync(join(parentPath, name), 'utf8').replaceAll(HASHED, '$1mjs')
      const lines = text.split('\n').map((line) => (isManifest(line) ? settled(line, out) : line))
      return `${name.replaceAll(HASHED, '$1mjs')}\0${lines.join('\n')}`
    })
  return digestOf(files.toSorted())
}

/** A short digest of several texts. */
export function digestOf(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, 32)
}

function isManifest(line: string): boolean {
  return line.includes('virtual:astro:page:')
}

// Also without the files around the pages, where they are written, and the key that each build has
// for parts of pages that a server would make.
function settled(line: string, out: string): string {
  return line
    .replaceAll(out, '')
    .replace(/"assets":\[[^\]]*\]/, '')
    .replace(/"key":"[^"]*"/, '')
    .split(/[,[\]{}]/)
    .toSorted()
    .join(',')
}
