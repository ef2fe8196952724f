/** What a picture file is, as far as its first bytes say. */
export interface PictureSize {
  format: 'png' | 'jpeg' | 'webp'
  width: number
  height: number
}

/** Reads width and height from the head of a PNG, JPEG or WebP file; nothing of other files. */
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

// The frame header (ITU T.81, B.2.2) comes after segments of any length.
function jpegSize(bytes: Buffer): PictureSize | undefined {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) {
      return {
        format: 'jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      }
    }
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
