const SCAN_MARKER = 0xda
const END_OF_JPEG = Buffer.from([0xff, 0xd9])

/** Format and size of a picture, read from its first bytes. */
export interface PictureSize {
  format: 'png' | 'jpeg' | 'webp'
  width: number
  height: number
}

/** Reads width and height of a PNG, JPEG or WebP file; undefined for other files. */
export function pictureSize(file: Uint8Array): PictureSize | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to)
  if (bytes.length < 30) return undefined
  if (text(1, 4) === 'PNG') {
    return { format: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(bytes)
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return webpSize(bytes, text(12, 16))
  return undefined
}

/** Returns whether a file is complete, not cut off while copying. */
export function isWhole(file: Uint8Array, format: PictureSize['format']): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (format === 'png') return hasPngEnd(bytes)
  if (format === 'webp') return bytes.length >= 8 + bytes.readUInt32LE(4)
  const scan = jpegSegment(bytes, (marker) => marker === SCAN_MARKER)
  // Thumbnails in earlier segments have end markers too.
  return scan !== undefined && bytes.includes(END_OF_JPEG, scan)
}

function hasPngEnd(bytes: Buffer): boolean {
  let at = 8
  while (at + 12 <= bytes.length) {
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true
    at += 12 + bytes.readUInt32BE(at)
  }
  return false
}

// The frame header (ITU T.81, B.2.2) follows segments of variable length.
function jpegSize(bytes: Buffer): PictureSize | undefined {
  const frame = jpegSegment(
    bytes,
    (marker) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker),
  )
  if (frame === undefined) return undefined
  const [height, width] = [bytes.readUInt16BE(frame + 5), bytes.readUInt16BE(frame + 7)]
  return { format: 'jpeg', width, height }
}

/** Returns the offset of the first matching segment before the image data. */
function jpegSegment(bytes: Buffer, isWanted: (marker: number) => boolean): number | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (isWanted(marker)) return at
    if (marker === SCAN_MARKER) return undefined
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

// RFC 9649, sections 2.5 to 2.7: lossy, lossless and extended files.
function webpSize(bytes: Buffer, kind: string): PictureSize | undefined {
  if (kind === 'VP8 ') {
    const width = bytes.readUInt16LE(26) & 0x3fff
    return { format: 'webp', width, height: bytes.readUInt16LE(28) & 0x3fff }
  }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8X') {
    return {
      format: 'webp',
      width: bytes.readUIntLE(24, 3) + 1,
      height: bytes.readUIntLE(27, 3) + 1,
    }
  }
  return undefined
}
