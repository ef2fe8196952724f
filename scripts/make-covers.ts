// Draws the cover pictures of the posts that come with the site.
// Run: node scripts/make-covers.ts
import { join } from 'node:path'
import sharp from 'sharp'
import { covers } from './covers/covers.ts'
import { root } from './lib/prepare.mjs'

/** Largest width of pictures on pages, so that none is sent scaled. */
const WIDTH_PX = 1344
const HEIGHT_PX = 756

for (const [name, { background, shapes }] of Object.entries(covers)) {
  const file = join(root, 'src/content/blog/pictures', `${name}.webp`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}" viewBox="0 0 1600 900"><rect width="100%" height="100%" fill="${background}"/>${shapes.join('')}</svg>`
  const { size } = await sharp(Buffer.from(svg)).webp({ lossless: true, effort: 6 }).toFile(file)
  console.log(`${name}.webp: ${size} bytes`)
}
