import {
  closeSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import process from 'node:process'

/** Where a text lies: in the file, or still in memory. */
type Place = { start: number; length: number } | { bytes: Buffer }

type Kept = Place & { digest: string }

type Index = [id: string, digest: string, length: number][]

/** Length of the index in decimal digits, so that it can be found. */
const HEAD_BYTES = 12
/** So many are written at once: fewer are many calls, more is much memory. */
const GROUP = 256

/**
 * Many texts in one file, by name and by digest of what they were made from. Only the index is held
 * in memory, and one text is read when it is asked for.
 */
export class TextPack {
  readonly #path: string
  readonly #kept = new Map<string, Kept>()
  #file: number | undefined
  #isChanged = false

  constructor(path: string) {
    this.#path = path
    try {
      this.#open()
    } catch {
      // There is none yet, or it was cut off: all of it is made again.
      this.#kept.clear()
      this.close()
      this.#isChanged = true
    }
  }

  has(id: string, digest: string): boolean {
    return this.#kept.get(id)?.digest === digest
  }

  set(id: string, digest: string, text: string): void {
    this.#kept.set(id, { digest, bytes: Buffer.from(text) })
    this.#isChanged = true
  }

  /** The text of that name. */
  read(id: string): string {
    const kept = this.#kept.get(id)
    if (kept === undefined) throw new Error(`${this.#path} holds no text for ${id}`)
    return this.#bytesOf(kept).toString()
  }

  /** Forgets all texts but these, and writes the file if it would become another one. */
  save(ids: ReadonlySet<string>): void {
    for (const id of this.#kept.keys()) {
      if (!ids.has(id)) this.#isChanged = this.#kept.delete(id)
    }
    if (!this.#isChanged) return
    const all = [...this.#kept]
    const index: Index = all.map(([id, kept]) => [id, kept.digest, lengthOf(kept)])
    // Another build may read the folder: a file is there as a whole or not at all.
    const part = `${this.#path}.${process.pid}`
    writeFileSync(part, inBytes(index))
    const file = openSync(part, 'a')
    for (let at = 0; at < all.length; at += GROUP) {
      const group = all.slice(at, at + GROUP).map(([, kept]) => this.#bytesOf(kept))
      writeWhole(file, Buffer.concat(group))
    }
    closeSync(file)
    this.close()
    renameSync(part, this.#path)
    this.#kept.clear()
    this.#open()
    this.#isChanged = false
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #open(): void {
    this.#file = openSync(this.#path, 'r')
    const size = Number(readFrom(this.#file, 0, HEAD_BYTES).toString())
    const index = JSON.parse(readFrom(this.#file, HEAD_BYTES, size).toString()) as Index
    let start = HEAD_BYTES + size
    for (const [id, digest, length] of index) {
      this.#kept.set(id, { digest, start, length })
      start += length
    }
    if (fstatSync(this.#file).size !== start) throw new Error(`${this.#path} was cut off`)
  }

  #bytesOf(place: Place): Buffer {
    if ('bytes' in place) return place.bytes
    if (this.#file === undefined) throw new Error(`${this.#path} is closed`)
    return readFrom(this.#file, place.start, place.length)
  }
}

function lengthOf(place: Place): number {
  return 'bytes' in place ? place.bytes.length : place.length
}

function inBytes(index: Index): Buffer {
  const body = Buffer.from(JSON.stringify(index))
  return Buffer.concat([Buffer.from(String(body.length).padStart(HEAD_BYTES)), body])
}

function readFrom(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length)
  for (let done = 0; done < length;) {
    const count = readSync(file, bytes, done, length - done, start + done)
    if (count === 0) throw new Error('the file ends before the text')
    done += count
  }
  return bytes
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done)
}
