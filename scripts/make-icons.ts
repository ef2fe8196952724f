// Draws the icons of the site from `public/favicon.svg`, for browsers and programs that read no SVG.
// Run: node scripts/make-icons.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { root } from './lib/prepare.mjs'

const ICO_SIZES_PX = [16, 32]
const TOUCH_PX = 180
/** For the web manifest. */
const APP_SIZES_PX = [192, 512]
/** Sizes in bytes of parts of an ICO file: its header, and the entry of each picture. */
const [HEAD_BYTES, ENTRY_BYTES] = [6, 16]
const BITS_PER_PIXEL = 32

const folder = join(root, 'public')
const svg = readFileSync(join(folder, 'favicon.svg'), 'utf8')

writeFileSync(
  join(folder, 'favicon.ico'),
  icoOf(await Promise.all(ICO_SIZES_PX.map((px) => drawn(svg, px)))),
)
// Phones cut the corners themselves.
writeFileSync(
  join(folder, 'apple-touch-icon.png'),
  await drawn(svg.replace(/ rx="[\d.]+"/, ''), TOUCH_PX),
)

for (const px of APP_SIZES_PX) writeFileSync(join(folder, `icon-${px}.png`), await drawn(svg, px))

async function drawn(picture: string, px: number): Promise<Buffer> {
  const dpi = (72 * px) / 32
  return await sharp(Buffer.from(picture), { density: dpi })
    .resize(px, px)
    .png({ compressionLevel: 9 })
    .toBuffer()
}

/** An ICO file of PNG pictures, which browsers have read for many years. */
function icoOf(pictures: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES + ENTRY_BYTES * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let start = head.length
  pictures.forEach((picture, n) => {
    const at = HEAD_BYTES + ENTRY_BYTES * n
    head.writeUInt8(ICO_SIZES_PX[n] ?? 0, at)
    head.writeUInt8(ICO_SIZES_PX[n] ?? 0, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(BITS_PER_PIXEL, at + 6)
    head.writeUInt32LE(picture.length, at + 8)
    head.writeUInt32LE(start, at + 12)
    start += picture.length
  })
  return Buffer.concat([head, ...pictures])
}
