// Draws the icons of the site from `public/favicon.svg`, for browsers and programs that read no SVG.
// Run: npx node scripts/make-icons.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pngToIco from 'png-to-ico'
import sharp from 'sharp'
import { root } from './lib/prepare.mjs'

const ICO_SIZES_PX = [16, 32]
const TOUCH_PX = 180
/** For the web manifest. */
const APP_SIZES_PX = [192, 512]

const folder = join(root, 'public')
const svg = readFileSync(join(folder, 'favicon.svg'), 'utf8')

writeFileSync(
  join(folder, 'favicon.ico'),
  await pngToIco(await Promise.all(ICO_SIZES_PX.map((px) => drawn(svg, px)))),
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
