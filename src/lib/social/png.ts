import { constants, crc32, deflateRawSync } from 'node:zlib'

/** A picture whose pixels are places in a list of colours. */
export interface IndexedPicture {
  width: number
  height: number
  /** All rows from top to bottom as `packRows` packs them, in as many parts as there are. */
  parts: readonly Uint8Array[]
  /** Adler-32 of all rows. */
  checksum: number
  /** Red, green and blue of each colour; at most 16 colours. */
  palette: Uint8Array
}

/** Room for what most parts are packed to; zlib's own is wider, and has to be cleared away. */
const CHUNK_BYTES = 8192

/**
 * Packs rows: each a zero, which names no filter, and two pixels in a byte. What is packed in parts
 * can be joined, so that rows which many pictures share are packed once.
 */
export function packRows(rows: Uint8Array): Uint8Array {
  // Flat colours are runs of one value: looking for nothing else takes a fifth of the time.
  const { Z_RLE, Z_SYNC_FLUSH } = constants
  return deflateRawSync(rows, {
    strategy: Z_RLE,
    finishFlush: Z_SYNC_FLUSH,
    chunkSize: CHUNK_BYTES,
  })
}

/** The head of a zlib stream whose window is 32 KiB (RFC 1950 §2.2). */
const STREAM = Uint8Array.of(0x78, 0x01)
/** A last block with nothing in it (RFC 1951 §3.2.6). */
const END = Uint8Array.of(0x03, 0x00)

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Writes a PNG file with a palette (W3C PNG 3, colour type 3). */
export function encodePng({ width, height, parts, checksum, palette }: IndexedPicture): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 4
  header[9] = 3
  const check = Buffer.alloc(4)
  check.writeUInt32BE(checksum)
  return Buffer.concat([
    SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('PLTE', palette),
    ...chunk('IDAT', Buffer.concat([STREAM, ...parts, END, check])),
    ...chunk('IEND', new Uint8Array()),
  ])
}

function chunk(type: string, data: Uint8Array): Uint8Array[] {
  const name = Buffer.from(type, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(data, crc32(name)))
  return [length, name, data, check]
}
