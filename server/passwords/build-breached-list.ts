import { open, rename, rm } from 'node:fs/promises'
import { BUCKETS, ENTRY_BYTES, OFFSETS_BYTES } from './breached-list.ts'

/** Bytes of entries that are written at once. */
const BATCH_BYTES = 65_536
/** Number of values that an entry has. */
const ENTRY_VALUES = 2 ** (8 * ENTRY_BYTES)
/** A SHA-1 hash in hexadecimal digits, and how often its password has leaked. */
const line = /^([\dA-F]{12})[\dA-F]{28}(?::(\d+))?$/i

/** Numbers of lines read and of entries written. */
export interface BuiltList {
  lines: number
  entries: number
}

/**
 * Writes the list of `openBreachedList` from a file of SHA-1 hashes, sorted, one a line.
 * @param atLeast Lines with a smaller count are left out; those without one are kept.
 * @throws Error that names the line which is no hash or out of order
 */
export async function buildBreachedList(
  from: string,
  to: string,
  atLeast: number,
): Promise<BuiltList> {
  const source = await open(from)
  const unfinished = `${to}.new`
  const target = await open(unfinished, 'w')
  const offsets = Buffer.alloc(OFFSETS_BYTES)
  const batch = Buffer.alloc(BATCH_BYTES)
  const built: BuiltList = { lines: 0, entries: 0 }
  let before = -1
  let bucket = -1
  let filled = 0
  const write = async (): Promise<void> => {
    const start = OFFSETS_BYTES + built.entries * ENTRY_BYTES - filled
    await target.write(batch, 0, filled, start)
    filled = 0
  }
  const endBuckets = (next: number): void => {
    while (bucket < next) offsets.writeUInt32LE(built.entries, ++bucket * 4)
  }
  try {
    for await (const text of source.readLines()) {
      built.lines++
      if (text === '') continue
      const [, digits, count] = line.exec(text) ?? []
      const start = Number.parseInt(digits ?? '', 16)
      if (digits === undefined || start < before) {
        const problem = digits === undefined ? 'is no SHA-1 hash' : 'is out of order'
        throw new Error(`Line ${built.lines} of "${from}" ${problem}.`)
      }
      const isKept = start > before && (count === undefined || Number(count) >= atLeast)
      before = start
      if (!isKept) continue
      endBuckets(Math.floor(start / ENTRY_VALUES))
      if (filled === BATCH_BYTES) await write()
      filled = batch.writeUInt32BE(start % ENTRY_VALUES, filled)
      built.entries++
    }
    await write()
    endBuckets(BUCKETS)
    await target.write(offsets, 0, OFFSETS_BYTES, 0)
    await target.sync()
    await target.close()
    // Servers keep the file that they have opened.
    await rename(unfinished, to)
    return built
  } catch (error) {
    await target.close()
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await source.close()
  }
}
