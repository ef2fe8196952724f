import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * A black and white PNG in which each module is `scale` pixels wide. Synchronous on purpose: it is
 * over in a fraction of a millisecond, while a pool thread would queue behind password hashing.
 */
export function toPng(modules: readonly (readonly boolean[])[], scale: number): Buffer {
  const size = modules.length * scale
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // One bit of grey for each pixel: 0 is black.
  header[8] = 1
  const rows = modules.flatMap((row) => Array<Buffer>(scale).fill(packRow(row, scale, size)))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

// The first byte names the filter of the row: none.
function packRow(row: readonly boolean[], scale: number, size: number): Buffer {
  const bytes = Buffer.alloc(1 + Math.ceil(size / 8))
  for (let x = 0; x < size; x++) {
    if (row[Math.floor(x / scale)] === true) continue
    const at = 1 + (x >> 3)
    bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7))
  }
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
