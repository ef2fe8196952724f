import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { hash } from 'node:crypto'

/** Number of values that the first two bytes of a hash have. */
export const BUCKETS = 65_536
/** Bytes kept of each hash, after the two that name its bucket. */
export const ENTRY_BYTES = 4
/** Offsets of the buckets, counted in entries, and of the end; four bytes each. */
export const OFFSETS_BYTES = (BUCKETS + 1) * 4

/** Returns whether a password is in a list of leaked ones. */
export type IsListed = (password: string) => boolean

/**
 * Opens a list that `buildBreachedList` has made and keeps its offsets in memory; the file may be replaced meanwhile.
 * @throws Error if it cannot be read, or its sizes do not agree
 */
export function openBreachedList(file: string): IsListed {
  const descriptor = openSync(file, 'r')
  const offsets = Buffer.alloc(OFFSETS_BYTES)
  const read = readSync(descriptor, offsets, 0, OFFSETS_BYTES, 0)
  const entries = offsets.readUInt32LE(OFFSETS_BYTES - 4)
  if (
    read < OFFSETS_BYTES ||
    fstatSync(descriptor).size !== OFFSETS_BYTES + entries * ENTRY_BYTES
  ) {
    closeSync(descriptor)
    throw new Error(`The sizes of "${file}" do not agree.`)
  }
  return (password) => {
    const digest = hash('sha1', password, 'buffer')
    const at = digest.readUInt16BE(0) * 4
    const first = offsets.readUInt32LE(at)
    const bucket = Buffer.alloc((offsets.readUInt32LE(at + 4) - first) * ENTRY_BYTES)
    // Far shorter than the Argon2id hash beside it, so it needs no thread.
    readSync(descriptor, bucket, 0, bucket.length, OFFSETS_BYTES + first * ENTRY_BYTES)
    return includes(bucket, digest.readUInt32BE(2))
  }
}

function includes(sorted: Buffer, wanted: number): boolean {
  let low = 0
  let high = sorted.length / ENTRY_BYTES
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = sorted.readUInt32BE(middle * ENTRY_BYTES)
    if (entry === wanted) return true
    if (entry < wanted) low = middle + 1
    else high = middle
  }
  return false
}
