/** Files are padded to a multiple of this, so that their length reveals nothing. */
const STEP_BYTES = 512

const HEADER = 12
const CHUNK_HEADER = 8
const EXTENDED_BYTES = 10

/**
 * Pads a WebP file with a chunk that readers ignore. The extended format allows it, so simple files get
 * the extended header first.
 */
export function padWebp(file: Buffer, width: number, height: number): Buffer {
  const chunks = [file.subarray(HEADER)]
  if (file.toString('latin1', HEADER, HEADER + 4) !== 'VP8X') {
    const extended = Buffer.alloc(CHUNK_HEADER + EXTENDED_BYTES)
    extended.write('VP8X', 0, 'latin1')
    extended.writeUInt32LE(EXTENDED_BYTES, 4)
    extended.writeUIntLE(width - 1, 12, 3)
    extended.writeUIntLE(height - 1, 15, 3)
    chunks.unshift(extended)
  }
  const length = HEADER + CHUNK_HEADER + chunks.reduce((sum, { length: n }) => sum + n, 0)
  const padding = Buffer.alloc(CHUNK_HEADER + ((STEP_BYTES - (length % STEP_BYTES)) % STEP_BYTES))
  padding.write('PADD', 0, 'latin1')
  padding.writeUInt32LE(padding.length - CHUNK_HEADER, 4)
  const header = Buffer.from(file.subarray(0, HEADER))
  const padded = Buffer.concat([header, ...chunks, padding])
  padded.writeUInt32LE(padded.length - CHUNK_HEADER, 4)
  return padded
}
