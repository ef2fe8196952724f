import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'

/** Addresses whose rightness does not follow from the text and the list of pages alone. */
const BEYOND =
  /\.\.\/pictures\/|<img|!\[|\](?:\(|:)\s*<?\/(?:[^)\s]*[#.]|(?:ja\/)?(?:blog|changelog)\/)/

/** Texts in which nothing was wrong, by digest of all they were judged by; so that a build reads on. */
export class PassedTexts {
  readonly #file: string
  readonly #before: ReadonlyMap<string, string>
  readonly #now = new Map<string, string>()
  #rules = ''

  constructor(file: string) {
    this.#file = file
    this.#before = titlesIn(file)
  }

  /** Says what texts are judged by besides themselves, such as the pages that there are. */
  judgedBy(lists: readonly unknown[]): void {
    this.#rules = digestOf(JSON.stringify([digestOfRules(), ...lists]))
  }

  /** Key of a text; none when it has to be read each time. */
  keyOf(file: string, text: string): string | undefined {
    return BEYOND.test(text) ? undefined : digestOf(`${this.#rules}\0${file}\0${text}`)
  }

  /** Title of a text that has passed before. */
  titleOf(key: string): string | undefined {
    const title = this.#before.get(key)
    if (title !== undefined) this.#now.set(key, title)
    return title
  }

  /** Notes that a text has passed. */
  pass(key: string, title: string): void {
    this.#now.set(key, title)
  }

  /** Writes it down for the next build, if it differs. */
  save(): void {
    const known = [...this.#now.keys()]
    if (this.#now.size === this.#before.size && known.every((key) => this.#before.has(key))) return
    mkdirSync(dirname(this.#file), { recursive: true })
    // Another build may read the folder: a file is there as a whole or not at all.
    const part = `${this.#file}.${process.pid}`
    writeFileSync(part, JSON.stringify([...this.#now]))
    renameSync(part, this.#file)
  }
}

function titlesIn(file: string): ReadonlyMap<string, string> {
  try {
    return new Map(JSON.parse(readFileSync(file, 'utf8')) as [string, string][])
  } catch {
    // There is none yet, or it was cut off: all texts are read.
    return new Map()
  }
}

// What was right by yesterday's rules may be wrong by those of today.
function digestOfRules(): string {
  const folder = import.meta.dirname
  const names = readdirSync(folder).toSorted()
  return digestOf(names.map((name) => readFileSync(join(folder, name), 'utf8')).join('\0'))
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64').slice(0, 24)
}
