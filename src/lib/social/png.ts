import { constants, crc32, deflateRawSync } from 'node:zlib'

/** Rows of a picture, compressed so that they can stand between others. */
export interface Strip {
  bytes: Uint8Array
  /** Adler-32 of the rows (RFC 1950 §8.2), and how many bytes these were. */
  sum: number
  length: number
}

/** A picture whose pixels are places in a list of colours. */
export interface IndexedPicture {
  width: number
  height: number
  /** All rows from top to bottom. */
  strips: readonly Strip[]
  /** Red, green and blue of each colour; at most 256 colours. */
  palette: Uint8Array
}

/** More than most strips take, so that each is written in one piece. */
const BUFFER_BYTES = 2 ** 15

/** The largest prime below 2¹⁶ (RFC 1950 §8.2). */
const ADLER_BASE = 65_521
/** So many bytes can be summed before the sums have to be cut (RFC 1950 §9). */
const ADLER_RUN = 5552

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** What a zlib stream begins with (RFC 1950 §2.2), and the empty block that ends it (RFC 1951 §3.2). */
const ZLIB_HEAD = Uint8Array.of(0x78, 0x01)
const LAST_BLOCK = Uint8Array.of(0x03, 0x00)

/** Compresses rows: each a zero, which names no filter, and one byte for each pixel. */
export function compressRows(rows: Uint8Array): Strip {
  // Flat colours are runs of one value: looking for nothing else takes a fifth of the time.
  const bytes = deflateRawSync(rows, {
    strategy: constants.Z_RLE,
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: BUFFER_BYTES,
  })
  return { bytes, sum: adler32(rows), length: rows.length }
}

/** Writes a PNG file with a palette (W3C PNG 3, colour type 3). */
export function encodePng({ width, height, strips, palette }: IndexedPicture): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = 3
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(strips.reduce((before, strip) => joined(before, strip), 1))
  const data = [ZLIB_HEAD, ...strips.map(({ bytes }) => bytes), LAST_BLOCK, sum]
  return Buffer.concat([
    SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('PLTE', palette),
    ...chunk('IDAT', ...data),
    ...chunk('IEND'),
  ])
}

function chunk(type: string, ...data: Uint8Array[]): Uint8Array[] {
  const body = [Buffer.from(type, 'latin1'), ...data]
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.reduce((sum, part) => sum + part.length, 0))
  const check = Buffer.alloc(4)
  check.writeUInt32BE(body.reduce((before, part) => crc32(part, before), 0))
  return [length, ...body, check]
}

function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0]
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(at + ADLER_RUN, bytes.length)
    for (; at < end; at++) {
      low += bytes[at] ?? 0
      high += low
    }
    low %= ADLER_BASE
    high %= ADLER_BASE
  }
  return high * 2 ** 16 + low
}

// The sum of two parts from those of each: what comes first is added again with each later byte.
function joined(before: number, { sum, length }: Strip): number {
  const low = (before % 2 ** 16) - 1
  const high = Math.floor(before / 2 ** 16) + Math.floor(sum / 2 ** 16)
  return (
    ((high + low * (length % ADLER_BASE)) % ADLER_BASE) * 2 ** 16 +
    ((low + (sum % 2 ** 16)) % ADLER_BASE)
  )
}
